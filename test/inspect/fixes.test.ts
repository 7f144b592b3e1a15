import { describe, expect, test } from 'vitest'
import type { ServiceRefusalCode } from '../../src/core/refusal.js'
import type { Fix } from '../../src/domain/refusals/fixes.js'
import { fixesOf } from '../../src/domain/refusals/refusals.js'
import { type EmulatorClient, type RequestDetails, startEmulator } from '../../src/index.js'

/** Carries out each suggested fix and sends the request again, which must then pass. */

const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_alice',
      limits: { writes: 1, storageBytes: 80 },
      usage: { writes: 1 },
      keys: [
        { key: 'kv_read_shop', scope: 'read' },
        { key: 'kv_write_shop', scope: 'write' },
      ],
      entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
    },
    {
      id: 'ns_full_1',
      limits: { storageBytes: 8 },
      keys: [{ key: 'kv_write_full', scope: 'write' }],
    },
    { id: 'ns_other_1', owner: 'user_bob', keys: [{ key: 'kv_admin_other', scope: 'admin' }] },
    { id: 'ns_bare_1', owner: 'user_bob' },
  ],
  stores: [
    { id: 'ec_web_1', keys: [{ key: 'kv_read_web', scope: 'read' }], entries: [{ key: 'a', value: 1 }] },
  ],
  database: {
    keys: [{ key: 'db_all' }, { key: 'db_some', documents: [7], outOfScope: 'forbidden' }],
    documents: [{ id: 1, title: 'One' }],
  },
} as const

interface Try {
  /** Method and path, or just the path of a GET. */
  readonly line: string
  /** An API key, or a token of its owner. */
  readonly credential?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A seed to merge into the common one first. */
  readonly seed?: object
  readonly prepare?: (emulator: EmulatorClient) => Promise<unknown>
  readonly fixes: readonly string[]
}

const PUT = '{"value":"long enough","ttlSeconds":60}'

const TRIES: Readonly<
  Record<Exclude<ServiceRefusalCode, 'conflict' | 'out_of_memory' | 'internal_error'>, readonly Try[]>
> = {
  credential_missing: [
    { line: '/v1/kv/ns_shop_1/a', fixes: ['Send X-KV-Key: kv_read_shop'] },
    { line: '/v1/kv/ns_bare_1', fixes: ['Create a bearer token for user_bob and send it'] },
    { line: '/documents/1', fixes: ['Send X-API-Key: db_all'] },
  ],
  credential_invalid: [
    {
      line: '/v1/ec/ec_web_1/a',
      credential: 'kv_read_new',
      fixes: ['Send X-KV-Key: kv_read_web', 'Add the key kv_read_new'],
    },
    { line: '/documents/1', credential: 'db_new', fixes: ['Send X-API-Key: db_all', 'Add the key db_new'] },
    { line: '/documents/1', credential: 'kv_read_shop', fixes: ['Send X-API-Key: db_all'] },
    {
      line: '/v1/kv/ns_shop_1',
      headers: { authorization: 'Bearer no.token.this' },
      fixes: ['Create a bearer token for user_alice and send it'],
    },
  ],
  credential_foreign: [
    { line: '/v1/kv/ns_shop_1/a', credential: 'kv_read_web', fixes: ['Send X-KV-Key: kv_read_shop'] },
    {
      line: 'PUT /v1/kv/ns_bare_1/a',
      credential: 'kv_write_shop',
      body: PUT,
      fixes: ['Create a key and send it as X-KV-Key'],
    },
  ],
  scoped_key_not_accepted: [
    {
      line: '/v1/kv/ns_other_1',
      credential: 'kv_admin_other',
      fixes: ['Create a bearer token for user_bob and send it', 'Let API keys list entries'],
    },
  ],
  scope_insufficient: [
    {
      line: 'DELETE /v1/kv/ns_shop_1/a',
      credential: 'kv_read_shop',
      fixes: ['Send X-KV-Key: kv_write_shop', 'Let kv_read_shop do this'],
    },
  ],
  owner_mismatch: [
    {
      line: '/v1/usage/ns_other_1',
      credential: 'user_alice',
      fixes: ['Create a bearer token for user_bob and send it', 'Give ns_other_1 to user_alice'],
    },
  ],
  resource_missing: [
    { line: 'PUT /v1/kv/ns_none_1/a', credential: 'kv_new', body: PUT, fixes: ['Create ns_none_1'] },
    { line: '/v1/ec/ec_none_1', credential: 'kv_read_none', fixes: ['Create ec_none_1'] },
    { line: '/v1/kv/ns_none_1', credential: 'user_carol', fixes: ['Create ns_none_1'] },
    { line: '/v1/kv/none/a', credential: 'kv_new', fixes: ['Use an id that begins with ns_'] },
  ],
  entry_missing: [
    { line: '/v1/kv/ns_other_1/a%2F%7B%7B', credential: 'kv_admin_other', fixes: ['Add a/{{'] },
    { line: '/v1/ec/ec_web_1/b', credential: 'kv_read_web', fixes: ['Add b'] },
    {
      line: '/v1/kv/ns_shop_1/a',
      credential: 'kv_read_shop',
      prepare: (emulator) => emulator.clock.advance('2h'),
      fixes: ['Add a', 'Go back to 1 ms before it expired, undoing everything since'],
    },
    {
      line: '/v1/kv/ns_shop_1/a',
      credential: 'kv_read_shop',
      prepare: (emulator) =>
        emulator.fetch('/v1/kv/ns_shop_1/a', { method: 'DELETE', headers: { 'x-kv-key': 'kv_write_shop' } }),
      fixes: ['Add a', 'Go back to before r1 deleted it, undoing everything since'],
    },
  ],
  record_missing: [
    { line: '/documents/99', credential: 'db_all', fixes: ['Create document 99'] },
    {
      line: '/documents/9007199254740993',
      credential: 'db_all',
      fixes: ['Create document 9007199254740993'],
    },
  ],
  record_out_of_scope: [
    {
      line: '/documents/1',
      credential: 'db_some',
      fixes: ['Send X-API-Key: db_all', 'Let db_some do this'],
    },
  ],
  collection_out_of_scope: [
    { line: '/projects', credential: 'db_some', fixes: ['Send X-API-Key: db_all', 'Let db_some do this'] },
  ],
  monthly_quota_exceeded: [
    {
      line: 'PUT /v1/kv/ns_shop_1/b',
      credential: 'kv_write_shop',
      body: PUT,
      fixes: ['Raise the limit on writes to 3', 'Go to the next month, 2026-02-01T00:00:00.000Z'],
    },
  ],
  namespace_storage_quota_exceeded: [
    {
      line: 'PUT /v1/kv/ns_full_1/a',
      credential: 'kv_write_full',
      body: PUT,
      fixes: ['Raise the storage limit to 14 bytes'],
    },
  ],
  rate_limited: [
    {
      line: '/documents/1',
      credential: 'db_all',
      seed: { database: { rateLimit: { requests: 1, per: '1m' } } },
      prepare: (emulator) => emulator.fetch('/documents/1', { headers: { 'x-api-key': 'db_all' } }),
      fixes: ['Go to the end of the window, 1m ahead', 'Lift the rate limit'],
    },
    {
      line: '/documents/1',
      credential: 'db_all',
      seed: { database: { rateLimit: { requests: 0, per: '1m' } } },
      fixes: ['Lift the rate limit'],
    },
  ],
  body_malformed: [
    {
      line: 'POST /documents',
      credential: 'db_all',
      body: '{',
      fixes: ['Send a JSON object such as {"title": "a"}'],
    },
  ],
  body_invalid: [
    {
      line: 'POST /documents',
      credential: 'db_all',
      body: '{}',
      fixes: ['Send a JSON object such as {"title": "a"}'],
    },
  ],
  parameter_invalid: [
    {
      line: '/documents?limit=x',
      credential: 'db_all',
      fixes: ['Correct the path or its parameters; see the reason'],
    },
  ],
  record_id_invalid: [
    {
      line: '/documents/x',
      credential: 'db_all',
      fixes: ['Use an id that is a 64-bit integer'],
    },
  ],
  too_large: [
    {
      line: 'PUT /v1/kv/ns_other_1/a',
      credential: 'kv_admin_other',
      body: PUT,
      seed: { profile: { limits: { bodyBytes: 10 } } },
      fixes: ['Allow bodies up to 64 MiB'],
    },
    {
      line: 'PUT /v1/kv/ns_other_1/a',
      credential: 'kv_admin_other',
      body: PUT,
      seed: { profile: { limits: { valueBytes: 2 } } },
      fixes: ['Allow values of any size'],
    },
  ],
  key_refused: [
    {
      line: 'PUT /v1/kv/ns_other_1/abc%20d',
      credential: 'kv_admin_other',
      body: PUT,
      seed: { profile: { limits: { keyBytes: 4, keyCharacters: 'a-z' } } },
      fixes: ['Allow such keys'],
    },
  ],
  media_type_unsupported: [
    {
      line: 'PUT /v1/kv/ns_other_1/a',
      credential: 'kv_admin_other',
      body: PUT,
      headers: { 'content-type': 'text/plain' },
      seed: { profile: { http: { contentType: 'require' } } },
      fixes: ['Send Content-Type: application/json'],
    },
    {
      line: 'PUT /v1/kv/ns_other_1/a',
      credential: 'kv_admin_other',
      body: PUT,
      headers: { 'content-encoding': 'gzip' },
      fixes: ['Send the body as plain JSON text, without Content-Encoding'],
    },
  ],
  invalid_request: [
    {
      line: '/documents/1',
      credential: 'db_all',
      headers: { 'x-emulator-fault': 'nonsense' },
      fixes: ['Correct the request; see the reason'],
    },
  ],
  not_emulated: [
    {
      line: '/v1/KV/ns_shop_1/a',
      fixes: [
        'Correct the request: did you mean /v1/kv/ns_shop_1/a?',
        'Send one of the operations listed by GET /_admin/contract',
      ],
    },
  ],
}

const ALL = Object.entries(TRIES).flatMap(([code, tries]) =>
  tries.map((one): readonly [code: string, one: Try] => [code, one]),
)

describe.each(ALL)('%s of %j', (code, one) => {
  test('the refused request is answered with its fixes', async () => {
    await using emulator = await started(one)
    const { outcome, explain } = await send(emulator, one)
    expect(outcome).toBe(code)
    expect(explain.fixes.map(({ text }) => text)).toEqual(one.fixes)
  })

  const indexes = one.fixes.map((_, index) => index)
  test.each(indexes)('passes after fix %#, if it is more than advice', async (index) => {
    await using emulator = await started(one)
    const fix = (await send(emulator, one)).explain.fixes[index]
    if (fix?.call === undefined && fix?.header === undefined) return
    const header = await carriedOut(fix, emulator)
    expect(await send(emulator, one, header)).toMatchObject({ outcome: 'ok' })
  })
})

describe('the fix for a fault', () => {
  const one: Try = { line: '/v1/kv/ns_shop_1/a', credential: 'kv_read_shop', fixes: [] }

  test('the fix for a fault removes one of the list', async () => {
    await using emulator = await started(one)
    const { id } = await emulator.faults.add({ status: 503 })
    const [fix] = (await send(emulator, one)).explain.fixes
    expect(fix?.text).toBe(`Remove the fault ${id}`)
    await carriedOut(fix ?? { text: '' }, emulator)
    expect((await send(emulator, one)).outcome).toBe('ok')
  })

  test('the fix for a fault says that it is gone, or that the request itself asked for it', async () => {
    await using emulator = await started(one)
    await emulator.faults.add({ id: 'f_gone', status: 503 })
    const { id } = await send(emulator, one)
    await emulator.faults.clear()
    expect((await emulator.request(id)).explain.fixes).toEqual([
      { text: 'Send it again: the fault f_gone is gone' },
    ])
    const asked = await send(emulator, { ...one, headers: { 'x-emulator-fault': '503' } })
    expect(asked.explain.fixes).toEqual([{ text: 'Omit the X-Emulator-Fault header' }])
  })
})

test('a request that was not refused has no fixes', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const { explain } = await send(emulator, { line: '/documents/1', credential: 'db_all', fixes: [] })
  expect(explain.fixes).toEqual([])
})

test('a service at a port of its own is named', async () => {
  await using emulator = await startEmulator({ seed: SEED, dbPort: 0 })
  await fetch(`${emulator.baseUrl}/documents`, { headers: { 'x-api-key': 'db_all' } })
  const [last] = await emulator.requests({ details: true, limit: 1 })
  expect(last?.explain.fixes[0]?.text).toMatch(/^Send it to http:/)
})

test.each(['conflict', 'out_of_memory', 'internal_error'] as const)('the refusal %s has fixes', (code) => {
  expect(fixesOf(code, undefined)).not.toEqual([])
})

test('no token of the client is in a fix', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const token = await emulator.tokens.create({ sub: 'user_alice' })
  const one: Try = { line: '/v1/kv/ns_shop_1/a', credential: token, fixes: [] }
  const { outcome, explain } = await send(emulator, one)
  expect(outcome).toBe('credential_invalid')
  expect(explain.fixes.map(({ text }) => text)).toEqual(['Send X-KV-Key: kv_read_shop'])
})

async function started({ seed = {}, prepare }: Try) {
  const emulator = await startEmulator({ seed: SEED })
  await emulator.state.merge(seed)
  await prepare?.(emulator)
  return emulator
}

/** Sends a request and returns its journal record. */
async function send(emulator: EmulatorClient, one: Try, other?: Fix['header']): Promise<RequestDetails> {
  const { line, credential, headers, body } = one
  const [path = '', method = 'GET'] = line.split(' ').reverse()
  const sent = new Headers(headers)
  if (credential?.startsWith('user_') === true) {
    sent.set('authorization', `Bearer ${await emulator.tokens.create({ sub: credential })}`)
  } else if (credential !== undefined) {
    sent.set(path.startsWith('/v1/') ? 'x-kv-key' : 'x-api-key', credential)
  }
  if (other !== undefined) sent.set(...other)
  await emulator.fetch(path, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const [last] = await emulator.requests({ details: true, limit: 1 })
  if (last === undefined) throw new Error('nothing was sent')
  return last
}

/**
 * Makes the call that a fix suggests.
 * @returns the header to send
 */
async function carriedOut({ call, header }: Fix, { adminUrl }: EmulatorClient): Promise<Fix['header']> {
  let answer: Record<string, string> = {}
  if (call !== undefined) {
    const { method, path, body } = call
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(adminUrl + path, { method, ...init })
    answer = JSON.parse((await response.text()) || '{}')
    expect([response.status, answer]).toEqual([expect.toBeOneOf([200, 201, 204]), answer])
  }
  return header && [header[0], header[1].replace(/\{(\w+)\}/, (_, name) => answer[name] ?? '')]
}
