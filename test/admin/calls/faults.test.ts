import { beforeEach, describe, expect, test } from 'vitest'
import { defaultBounds } from '../../../src/domain/bounds.js'
import { FROZEN, keysOf, kvKey, NS } from '../../request/clients.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const SEED = {
  clock: FROZEN,
  namespaces: [{ id: NS, keys: keysOf('shop'), entries: [{ key: 'k', value: 1, ttlSeconds: 3600 }] }],
}

let service: Service
let admin: AdminCalls

async function start(seed: object = SEED): Promise<void> {
  service = await Service.start(seed)
  admin = new AdminCalls(service)
}

beforeEach(() => start())

const read = async () =>
  (await service.send(`GET /v1/kv/${NS}/k`, { headers: kvKey('kv_admin_shop') })).status

const list = async () => ((await admin.send('GET /faults')).json as { faults: object[] }).faults

const FRESH = { enabled: true, matches: 0, hits: 0, remaining: null }

describe('POST /faults', () => {
  test('POST /faults adds one fault, and returns it as it is in force', async () => {
    const fault = {
      match: { operation: 'kv.*', header: { 'X-A': 1 } },
      status: 503,
      delay: '200ms',
      retryAfter: '2m',
      times: 2,
      from: '+10m',
      until: '2026-01-15T13:00:00Z',
    }
    expect(await admin.send('POST /faults', fault)).toMatchObject({
      status: 201,
      json: {
        ...FRESH,
        id: 'f_1',
        match: { operation: 'kv.*', header: { 'X-A': '1' } },
        status: 503,
        delay: 200,
        retryAfter: 120,
        times: 2,
        remaining: 2,
        from: '2026-01-15T12:10:00.000Z',
        until: '2026-01-15T13:00:00.000Z',
      },
    })
  })

  test.each<[match: object, note: string | undefined]>([
    [
      { path: '/v1/kv' },
      'no operation has this path, so the fault only fires for other requests; did you mean path: /v1/kv/**?',
    ],
    [{ namespace: `${NS}x` }, `there is no namespace ${NS}x; did you mean ${NS}?`],
    [{ store: 'ec_none' }, 'there is no store ec_none'],
    [{ operation: 'config.get', namespace: NS }, 'this fault never fires: no operation matches all of this'],
    [{ namespace: NS, operation: 'kv.*' }, undefined],
    [{ path: '/v1/kv/**', method: 'PATCH' }, undefined],
    [{ path: '/v1/kv/*/k' }, undefined],
  ])('notes why %j would not fire', async (match, note) => {
    const { json } = await admin.send('POST /faults', { match, status: 503 })
    expect((json as { note?: string }).note).toBe(note)
  })

  test('POST /faults adds a list, and returns a list', async () => {
    const added = await admin.send('POST /faults', [{ status: 500 }, { id: 'slow', delay: 5 }])
    expect(added).toMatchObject({ status: 201, json: { faults: [{ id: 'f_1' }, { id: 'slow' }] } })
    expect((await list()).length).toBe(2)
    expect(await admin.send('POST /faults', [])).toMatchObject({ status: 201, json: { faults: [] } })
  })

  test.each([
    ['a mapping', 'status: 503\ntimes: 1', { id: 'f_1', status: 503, times: 1 }],
    ['a list', '# two\n- status: 503\n- connection: reset', { faults: [{ id: 'f_1' }, { id: 'f_2' }] }],
  ])('POST /faults accepts YAML: %s', async (_, text, json) => {
    expect(await admin.send('POST /faults', text)).toMatchObject({ status: 201, json })
  })

  test('POST /faults reads a delay in quotes as ms, like the number', async () => {
    const { json } = await admin.send('POST /faults', [{ delay: '200' }, { delay: { min: '5', max: 10 } }])
    expect(json).toMatchObject({ faults: [{ delay: 200 }, { delay: { min: 5, max: 10 } }] })
  })

  test('POST /faults replaces a fault with the same id', async () => {
    await admin.send('POST /faults', [{ id: 'a', status: 500 }, { status: 501 }])
    await read()
    await admin.send('POST /faults', { id: 'a', status: 502 })
    expect(await list()).toMatchObject([{ id: 'a', status: 502, hits: 0 }, { id: 'f_1' }])
  })

  test.each<[unknown, string, string]>([
    ['', 'invalid_request', 'this fault does nothing'],
    [{}, 'invalid_request', 'this fault does nothing'],
    ['"x"', 'invalid_request', 'expected a fault (a mapping)'],
    [{ statsu: 503 }, 'invalid_request', 'unknown field "statsu"'],
    [[{ status: 503 }, { status: 99 }], 'invalid_request', '[1].status: expected an integer from 200 to 599'],
    [
      { status: 503, headers: { 'a b': '1' } },
      'invalid_request',
      'headers["a b"]: a header name consists of',
    ],
    [
      { status: 503, headers: { a: 'x\r\nSet-Cookie: y' } },
      'invalid_request',
      'headers.a: a may only contain',
    ],
    [{ status: 503, connection: 'reset' }, 'invalid_request', 'connection: reset leaves no answer'],
    [{ delay: 5, body: 'x' }, 'invalid_request', 'body: a fault without a status sends no body'],
    [
      { status: 503, match: { operation: 'kvs.*' } },
      'invalid_request',
      'match.operation: expected an operation',
    ],
    [
      [
        { id: 'a', status: 500 },
        { id: 'a', status: 501 },
      ],
      'invalid_request',
      'two of the faults have the id a',
    ],
    [
      Array.from({ length: defaultBounds.faults + 1 }, () => ({ status: 503 })),
      'invalid_request',
      `a world can have at most ${defaultBounds.faults} faults (--max-faults, in code bounds.faults)`,
    ],
    [
      Array.from({ length: defaultBounds.faults + 1 }, () => ({ statsu: 503 })),
      'invalid_request',
      `a world can have at most ${defaultBounds.faults} faults (--max-faults, in code bounds.faults)`,
    ],
    [{ status: 503, match: { path: `/${'x'.repeat(1000)}` } }, 'invalid_request', 'a glob has at most'],
  ])('POST /faults refuses %.60j, and adds nothing', async (body, code, message) => {
    const refused = await admin.refused('POST /faults', body)
    expect(refused.code).toBe(code)
    expect(refused.message).toContain(message)
    expect(await list()).toEqual([])
  })
})

test('GET /faults shows matches, hits and what remains, in the order in which they are tried', async () => {
  await admin.send('POST /faults', [
    { status: 500, after: 1, times: 1 },
    { status: 501, match: { method: 'PUT' } },
    { status: 502, times: 5 },
  ])
  expect([await read(), await read(), await read()]).toEqual([502, 500, 502])
  expect(await list()).toMatchObject([
    { id: 'f_1', matches: 3, hits: 1, remaining: 0 },
    { id: 'f_2', matches: 0, hits: 0, remaining: null },
    { id: 'f_3', matches: 2, hits: 2, remaining: 3 },
  ])
  expect(await admin.send('GET /faults/f_3')).toMatchObject({ status: 200, json: { id: 'f_3', hits: 2 } })
})

test('PATCH switches a fault off and on', async () => {
  await admin.send('POST /faults', { status: 503 })
  const off = await admin.send('PATCH /faults/f_1', { enabled: false })
  expect(off.json).toMatchObject({ id: 'f_1', enabled: false })
  expect(await read()).toBe(200)
  await admin.send('PATCH /faults/f_1', { enabled: true })
  expect(await read()).toBe(503)
  expect(await list()).toMatchObject([{ matches: 1, hits: 1 }])
  for (const body of [{}, { enabled: 'no' }, { enabled: true, status: 500 }]) {
    expect(await admin.refused('PATCH /faults/f_1', body)).toMatchObject({ code: 'invalid_request' })
  }
})

test('PATCH moves a fault before another, or to the end', async () => {
  await admin.send('POST /faults', [{ status: 500 }, { status: 501 }, { status: 502, times: 1 }])
  await admin.send('PATCH /faults/f_3', { before: 'f_1' })
  expect([await read(), await read()]).toEqual([502, 500])
  await admin.send('PATCH /faults/f_1', { before: null, enabled: true })
  expect((await list()).map((one) => (one as { id: string }).id)).toEqual(['f_3', 'f_2', 'f_1'])
  expect(await read()).toBe(501)
  // Reordering keeps a fault's counts.
  expect(await list()).toMatchObject([{ hits: 1, remaining: 0 }, { hits: 1 }, { hits: 1 }])
  await admin.send('PATCH /faults/f_2', { before: 'f_2' })
  expect((await list()).map((one) => (one as { id: string }).id)).toEqual(['f_3', 'f_2', 'f_1'])
  expect(await admin.refused('PATCH /faults/f_1', { before: 'f_9' })).toMatchObject({ code: 'not_found' })
  expect(await admin.refused('PATCH /faults/f_1', { before: 1 })).toMatchObject({ code: 'invalid_request' })
})

test('DELETE removes one, or all', async () => {
  await admin.send('POST /faults', [{ status: 500 }, { status: 501 }, { status: 502 }])
  expect((await admin.send('DELETE /faults/f_1')).status).toBe(204)
  expect(await read()).toBe(501)
  expect((await admin.send('DELETE /faults')).status).toBe(204)
  expect(await list()).toEqual([])
  expect(await read()).toBe(200)
})

test.each(['GET', 'PATCH', 'DELETE'])('%s of a missing fault is not found', async (method) => {
  const body = method === 'PATCH' ? { enabled: true } : undefined
  expect(await admin.refused(`${method} /faults/f_9`, body)).toEqual({
    code: 'not_found',
    message: 'there is no fault f_9',
    hint: 'GET /_admin/faults lists them',
  })
})

describe('a reset', () => {
  const seeded = { ...SEED, faults: [{ id: 'seeded', status: 503, times: 1, from: '+0s', until: '+1h' }] }

  test("a reset goes back to the seed's faults, which have no hits yet", async () => {
    await start(seeded)
    const before = await list()
    expect([await read(), await read()]).toEqual([503, 200])
    await admin.send('PATCH /faults/seeded', { enabled: false })
    await admin.send('POST /faults', { status: 500 })
    await admin.send('POST /reset')
    expect(await list()).toEqual(before)
    expect(await read()).toBe(503)
    expect(await admin.send('POST /faults', { status: 500 })).toMatchObject({ json: { id: 'f_1' } })
  })

  test('a reset keeps the faults as they are if asked to', async () => {
    await start(seeded)
    await read()
    await admin.send('POST /faults', { status: 500 })
    const before = await list()
    await admin.send('POST /reset', { keep: ['faults'] })
    expect(await list()).toEqual(before)
    expect(await admin.send('POST /faults', { status: 501 })).toMatchObject({ json: { id: 'f_2' } })
  })
})
