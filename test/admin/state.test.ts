import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/emulator.js'

const NOW = Date.UTC(2026, 0, 31, 23)

/** What an emulator is started with here: one namespace whose key reads and writes. */
const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  random: 5,
  namespaces: [
    {
      id: 'ns_a_1',
      usage: { reads: 3 },
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
    },
    { id: 'ns_b_2', keys: [{ key: 'kv_b', scope: 'admin' }] },
  ],
  database: {
    keys: [{ key: 'db' }],
    documents: [
      { id: 1, title: 'one' },
      { id: 2, title: 'two' },
    ],
  },
  faults: [{ match: { operation: 'config.*' }, status: 503 }],
}

const OTHER = { namespaces: [{ id: 'ns_c_3', keys: [{ key: 'kv_c', scope: 'read' }] }] }

let emulator: LaunchedEmulator
beforeEach(async () => {
  emulator = await launch({ seed: SEED })
})
afterEach(() => emulator.close())

interface Told {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly problems?: readonly { readonly line: number; readonly column: number; readonly path: string }[]
}

async function ask(line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(' ')
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return fetch(`${emulator.adminUrl}${path}`, { method, headers, ...sent })
}

const textOf = async (line: string, headers = {}) => (await ask(line, undefined, headers)).text()
const state = () => textOf('GET /state')
const seed = () => textOf('GET /seed')

/** A call that must be refused, and leave everything as it is. */
async function refused(line: string, body: unknown): Promise<Told & { readonly status: number }> {
  const before = [await state(), await seed()]
  const answer = await ask(line, body)
  expect([await state(), await seed()]).toEqual(before)
  return { status: answer.status, ...((await answer.json()) as Told) }
}

const readA = () => fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, { headers: { 'X-KV-Key': 'kv_a' } })
const writeA = () =>
  fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'kv_a' },
    body: '{"value": 2, "ttlSeconds": 60}',
  })

describe('the format', () => {
  it.each(['/seed', '/state'])('of GET %s is JSON, or YAML where the call asks for it', async (path) => {
    const json = await ask(`GET ${path}`)
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(await json.json()).toMatchObject({ random: 5, namespaces: [{ id: 'ns_a_1' }, { id: 'ns_b_2' }] })
    for (const asked of [
      ask(`GET ${path}?format=yaml`),
      ask(`GET ${path}`, undefined, { Accept: 'application/yaml' }),
    ]) {
      const yaml = await asked
      expect(yaml.headers.get('content-type')).toBe('application/yaml')
      expect(await yaml.text()).toMatch(/^random: 5$/m)
    }
    const both = await ask(`GET ${path}?format=json`, undefined, { Accept: 'text/yaml' })
    expect(both.headers.get('content-type')).toBe('application/json')
  })

  it.each(['/seed?format=xml', '/state?format=', '/state?format=YAML'])('GET %s is refused', async (path) => {
    const answer = await ask(`GET ${path}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('json or yaml'),
    })
  })
})

describe('GET /seed', () => {
  it.each(['json', 'yaml'])('as %s it can be put back, whatever it holds', async (format) => {
    const text = `
clock: { now: 2026-01-01 }
namespaces:
  - id: ns_a_1
    entries:
      - { key: far, value: 1, expiresAt: 9007199254740993000 }
      - { key: soon, value: yes, expiresAt: +30 }
      - { key: "k{{index}}", repeat: 3, json: "1.0", ttlSeconds: 60 }
database: { documents: [{ id: 9007199254740993, title: "{{lorem.word}}" }] }
`
    expect((await ask('PUT /seed', text)).status).toBe(200)
    const [given, made] = [await textOf(`GET /seed?format=${format}`), await state()]
    expect((await ask('PUT /seed', given)).status).toBe(200)
    expect(await state()).toBe(made)
    expect(await textOf(`GET /seed?format=${format}`)).toBe(given)
  })
})

describe('PUT /seed', () => {
  it('is what a reset goes back to from then on', async () => {
    await ask('PUT /seed', OTHER)
    expect(JSON.parse(await state()).namespaces).toMatchObject([{ id: 'ns_c_3' }])
    await ask('PUT /state', SEED)
    await ask('POST /reset')
    expect(JSON.parse(await state()).namespaces).toMatchObject([{ id: 'ns_c_3' }])
    expect(JSON.parse(await seed())).toEqual(OTHER)
  })
})

describe('PUT /state', () => {
  it('puts everything in the place of what was there, until a reset', async () => {
    const before = await state()
    await ask('PUT /state', { clock: { now: '2030-01-01', rate: 2 }, random: 9, ...OTHER })
    const after = JSON.parse(await state())
    expect(after).toMatchObject({ clock: { rate: 2 }, random: 9, namespaces: [{ id: 'ns_c_3' }], stores: [] })
    expect(after).not.toHaveProperty('faults')
    expect(after.database).toEqual({ keys: [], projects: [], documents: [] })
    expect((await readA()).status).toBe(404)
    await ask('POST /reset')
    expect(await state()).toBe(before)
  })

  it('keeps the clock where the state has none, and counts from it', async () => {
    await ask('POST /clock', { advance: '1h' })
    await ask('PUT /state', {
      namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: 1, expiresAt: '+30s' }] }],
    })
    const { clock, namespaces } = JSON.parse(await state())
    expect(clock).toEqual({ now: '2026-02-01T00:00:00.000Z', freeze: true })
    expect(namespaces[0].entries[0].expiresAt).toBe('2026-02-01T00:00:30.000Z')
  })

  it('lets the clock run on where the state says only that', async () => {
    await ask('PUT /state', { clock: { freeze: false, rate: 0.5 } })
    expect(await (await ask('GET /clock')).json()).toMatchObject({ mode: 'running', rate: 0.5 })
  })

  it('takes no x-next that was given out before', async () => {
    const headers = { 'X-API-Key': 'db' }
    const first = await fetch(`${emulator.dbBaseUrl}/documents?limit=1`, { headers })
    await ask('PUT /state', await state())
    const second = await fetch(first.headers.get('x-next') ?? '', { headers })
    expect(second.status).toBe(400)
  })

  it('leaves the journal', async () => {
    await readA()
    await ask('PUT /state', OTHER)
    expect(await (await ask('GET /requests?count=true')).json()).toEqual({ count: 1 })
  })

  it('goes back to a state that was kept, counters and all', async () => {
    await writeA()
    const kept = await textOf('GET /state?format=yaml')
    await readA()
    await ask('PATCH /profile', { kv: { putStatus: 201 } })
    await ask('PUT /state', kept)
    expect(await textOf('GET /state?format=yaml')).toBe(kept)
    expect((await writeA()).status).toBe(200)
  })
})

describe('PATCH /state', () => {
  it('joins what is there, until a reset', async () => {
    const before = await state()
    const entries = [{ key: 'b', value: 2, ttlSeconds: 60 }]
    expect(
      (await ask('PATCH /state', { namespaces: [{ id: 'ns_a_1', entries }, ...OTHER.namespaces] })).status,
    ).toBe(200)
    expect(JSON.parse(await state())).toMatchObject({
      namespaces: [
        { id: 'ns_a_1', entries: [{ key: 'a' }, { key: 'b' }] },
        { id: 'ns_b_2' },
        { id: 'ns_c_3' },
      ],
    })
    await ask('POST /reset')
    expect(await state()).toBe(before)
  })

  it('of a key that belongs elsewhere is a conflict', async () => {
    const body = { namespaces: [{ id: 'ns_a_1', owner: 'x', keys: [{ key: 'kv_b', scope: 'read' }] }] }
    expect(await refused('PATCH /state', body)).toMatchObject({
      status: 409,
      error: 'conflict',
      message: 'the key kv_b of ns_a_1 belongs to ns_b_2',
      hint: expect.any(String),
    })
  })
})

describe.each(['PUT /seed', 'PUT /state', 'PATCH /state'])('%s that is wrong changes nothing', (call) => {
  it.each<[what: string, body: string, path: string, line: number, column: number]>([
    [
      'an unknown field',
      'random: 1\nnamespaces:\n  - { id: ns_a_1, entrys: [] }',
      'namespaces[0].entrys',
      3,
      18,
    ],
    [
      'storageBytes, which is derived',
      'namespaces: [{ id: ns_a_1, usage: { storageBytes: 1 } }]',
      'namespaces[0].usage.storageBytes',
      1,
      51,
    ],
    [
      'storageBytes of a month',
      'namespaces: [{ id: ns_a_1, usage: { 2026-01: { storageBytes: 1 } } }]',
      'namespaces[0].usage["2026-01"].storageBytes',
      1,
      63,
    ],
    [
      'a resume that is nonsense',
      '{"random": 2, "resume": {"ids": {"documents": 7}}}',
      'resume.ids.documents',
      1,
      47,
    ],
    ['an option that there is none of', 'profile: { kv: { putStatuz: 201 } }', 'profile.kv.putStatuz', 1, 18],
    [
      'a key file that is not there',
      'profile: { auth: { jwksFile: /no/such/file } }',
      'profile.auth.jwksFile',
      1,
      30,
    ],
    [
      'one key in two places',
      'namespaces: [{ id: ns_x, keys: [{ key: k, scope: read }] }, { id: ns_y, keys: [{ key: k, scope: read }] }]',
      'namespaces[1].keys[0].key',
      1,
      86,
    ],
  ])('%s', async (_, body, path, line, column) => {
    const told = await refused(call, body)
    expect(told).toMatchObject({ status: 400, error: 'invalid_seed' })
    expect(told.problems?.[0]).toMatchObject({ path, line, column })
  })

  it('no body', async () => {
    expect(await refused(call, '')).toMatchObject({ status: 400, error: 'invalid_request' })
  })

  it('more faults than a world holds', async () => {
    const told = await refused(call, {
      random: 3,
      faults: Array.from({ length: 1001 }, () => ({ status: 500 })),
    })
    expect(told).toMatchObject({ status: 400, message: expect.stringContaining('1000 faults at most') })
    expect((await ask('POST /reset')).status).toBe(200)
  })

  it('no UTF-8', async () => {
    const before = await state()
    const [method = '', path = ''] = call.split(' ')
    const body = Buffer.from('random: 7 # \xff', 'latin1')
    const answer = await fetch(`${emulator.adminUrl}${path}`, { method, body })
    expect(answer.status).toBe(400)
    expect(await state()).toBe(before)
  })
})

it('a clock that stands where the seed put it is exported there', async () => {
  expect(JSON.parse(await state()).clock).toEqual({ now: new Date(NOW).toISOString(), freeze: true })
})
