import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'
import { askAdmin } from '../ask-admin.js'

/** Mistakes that used to look like success, or got a misleading answer. */

let emulator: EmulatorClient
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const SEED = '# fixtures\nstores:\n  - id: ec_a_1\n    entries: [{ key: a, value: 1 }]\n'

describe.each(['PUT /seed', 'PUT /state', 'PATCH /state'])('%s', (line) => {
  test('a seed whose line breaks were lost is refused', async () => {
    const before = await emulator.state.get()
    for (const lost of [SEED.replaceAll('\n', ''), SEED.replace('# fixtures', '').replaceAll('\n', '')]) {
      const answer = await askAdmin(emulator, line, lost)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error: 'invalid_request',
        message: expect.stringContaining('its line breaks were lost'),
        hint: expect.stringMatching(/-T FILE.*--data-binary @FILE/),
      })
    }
    expect((await emulator.state.get()).namespaces).toEqual(before.namespaces)
  })

  test('comments alone are refused; one line of YAML or JSON is accepted', async () => {
    expect((await askAdmin(emulator, line, '# a\n  # b\n')).status).toBe(400)
    expect((await askAdmin(emulator, line, 'stores: [{ id: ec_b_1 }]')).status).toBe(200)
    expect((await askAdmin(emulator, line, '{stores: [{ id: ec_b_2 }]}')).status).toBe(200)
    expect(await (await askAdmin(emulator, line, 'stors: []')).json()).toMatchObject({
      error: 'invalid_seed',
    })
  })

  test('its answer counts what the world holds', async () => {
    await askAdmin(emulator, 'PUT /state', '{}')
    const answer = await askAdmin(emulator, line, SEED)
    expect(await answer.json()).toEqual({
      status: 'ok',
      namespaces: 0,
      stores: 1,
      entries: 1,
      databaseKeys: 0,
      projects: 0,
      documents: 0,
      faults: 0,
    })
  })
})

test.each([
  [{ advance: '15 minuts' }, 'did you mean "15m"?'],
  [{ advance: { minutes: 15 } }, 'did you mean "15m"?'],
  [{ advance: { minutes: 30, hours: 1 } }, 'did you mean "1h30m"?'],
  [{ advance: { min: 5 } }, undefined],
  [{ days: 1 }, 'write {"advance": "1d"}'],
  [{ to: 'next-week' }, 'write {"advance": "7d"}'],
  [{ to: 'next-mont' }, 'did you mean next-month?'],
  [{ set: 'tomorrow' }, undefined],
  [{ advnace: '1h' }, 'did you mean advance?'],
  [{ wombat: 1 }, expect.stringMatching(/^known here: set, to/)],
])('the hint fits the mistake %j', async (body, hint) => {
  const answer = (await (await askAdmin(emulator, 'POST /clock', body)).json()) as { hint?: string }
  expect(answer.hint).toEqual(hint)
})

describe('reasons of the services name what may have been meant', () => {
  const reasonOf = async (path: string, headers: Record<string, string>) =>
    (await emulator.fetch(path, { headers })).headers.get('x-emulator-reason')

  test.each([
    ['/v1/kv/ns_demo_startr/a', { 'X-KV-Key': 'kv_read_demo' }, 'did you mean ns_demo_starter?'],
    ['/v1/ec/ec_demo_startr/a', { 'X-KV-Key': 'kv_read_config' }, 'did you mean ec_demo_starter?'],
    ['/v1/kv/ns_demo_starter/a', { 'X-API-Key': 'k' }, 'you sent X-API-Key; this takes X-KV-Key'],
    ['/documents', { 'X-KV-Key': 'kv_read_demo' }, 'you sent X-KV-Key; this takes X-API-Key'],
    [
      '/v1/kv/ns_demo_starter/a',
      { Authorization: 'Bearer kv_read_demo' },
      'you sent Authorization; this takes X-KV-Key',
    ],
    ['/documents', { 'X-API-Key': 'kv_read_demo' }, 'it is a key of ns_demo_starter: send it as X-KV-Key'],
    [
      '/v1/kv/ns_demo_starter/a',
      { 'X-KV-Key': 'db_demo' },
      'it is a key of the database: send it as X-API-Key',
    ],
    ['/v1/kv/ns_demo_starter/a', { 'X-KV-Key': '"kv_read_demo"' }, 'send it without the quotes'],
    ['/documents', { 'X-API-Key': '"db_demo"' }, 'send it without the quotes'],
    ['/v1/documents', {}, 'did you mean /documents?'],
    ['/v1/documents/1?x=1', {}, 'did you mean /documents/1?'],
    ['/Documents', {}, 'did you mean /documents?'],
    ['/kv/ns_demo_starter/a', {}, 'did you mean /v1/kv/ns_demo_starter/a?'],
    ['/documents/', {}, 'did you mean this path without the slash at its end?'],
  ])('a request to %s is told what may have been meant', async (path, headers, reason) => {
    expect(await reasonOf(path, headers)).toContain(reason)
  })
})

test('the reason names what was sent in place of ttlSeconds', async () => {
  const headers = { 'X-KV-Key': 'kv_write_demo' }
  const init = { method: 'PUT', headers, body: '{"value":1,"ttl":60}' }
  const answer = await emulator.fetch('/v1/kv/ns_demo_starter/a', init)
  expect(answer.headers.get('x-emulator-reason')).toContain('ttlSeconds is missing')
  expect(answer.headers.get('x-emulator-reason')).toContain('you sent ttl')
})

test('a misspelt parameter is answered with the one that was probably meant', async () => {
  const answer = await askAdmin(emulator, 'GET /requests?operaton=kv.get')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    message: 'operaton: there is no such parameter, did you mean operation?',
  })
})

test('POST /shutdown answers, then closes an emulator of this process', async () => {
  const { baseUrl } = emulator
  expect(await (await askAdmin(emulator, 'POST /shutdown')).json()).toEqual({ status: 'ok' })
  await expect(emulator.clock.get()).rejects.toMatchObject({ code: 'closed' })
  await emulator.close()
  await expect(fetch(baseUrl)).rejects.toThrow()
})

test('POST /shutdown needs the admin token', async () => {
  await using guarded = await startEmulator({ adminToken: 'secret' })
  expect((await askAdmin(guarded, 'POST /shutdown')).status).toBe(401)
  expect((await guarded.clock.get()).mode).toBe('running')
})
