import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../../src/server/launch.js'
import { services } from '../../../src/services/index.js'
import { askAdmin } from '../ask-admin.js'

const NOW = Date.UTC(2026, 0, 31, 23)

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
  emulator = await launch({ services, seed: SEED })
})
afterEach(() => emulator.close())

const ask = (line: string, body?: unknown, headers: Record<string, string> = {}) =>
  askAdmin(emulator, line, body, headers)
const textOf = async (line: string) => (await ask(line)).text()
const state = () => textOf('GET /state')
const seed = () => textOf('GET /seed')

const readA = () => fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, { headers: { 'X-KV-Key': 'kv_a' } })
const writeA = () =>
  fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'kv_a' },
    body: '{"value": 2, "ttlSeconds": 60}',
  })

describe('the format', () => {
  test.each(['/seed', '/state'])('GET %s returns JSON, or YAML if the call asks for it', async (path) => {
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

  test.each([
    ['/seed?format=xml', 'format: expected "json" or "yaml", found "xml"'],
    ['/state?format=', 'format: expected "json" or "yaml", found ""'],
    ['/state?format=YAML', 'format: expected "json" or "yaml", found "YAML"'],
    ['/state?fromat=yaml', 'fromat: there is no such parameter, did you mean format?'],
  ])('GET %s is refused', async (path, message) => {
    const answer = await ask(`GET ${path}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      message,
      hint: `the parameters are format, preview${path.startsWith('/state') ? ', at' : ''}`,
    })
  })
})

describe('a preview', () => {
  test.each(['/seed?format=yaml', '/state?format=yaml', '/state?format=json', '/seed?format=json'])(
    'a preview of GET %s is the beginning of the whole',
    async (path) => {
      const whole = await textOf(`GET ${path}`)
      const answer = await ask(`GET ${path}&preview=40`)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await answer.text()).toBe(whole.slice(0, 40))
      expect(await textOf(`GET ${path}&preview=100000`)).toBe(whole)
    },
  )

  test('a preview is no longer than it may be', async () => {
    const answer = await ask('GET /state?preview=100001')
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
  })
})

describe('GET /seed', () => {
  test.each(['json', 'yaml'])('the seed as %s can be put back, whatever it holds', async (format) => {
    const text = `
clock: { now: 2026-01-01, freeze: true }
namespaces:
  - id: ns_a_1
    entries:
      - { key: far, value: 1, expiresAt: 9007199254740993000 }
      - { key: big, value: [1e20, 1e300, -0.0, 1.50], ttlSeconds: 60 }
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
  test('the seed that was put is what a reset goes back to from then on', async () => {
    await ask('PUT /seed', OTHER)
    expect(JSON.parse(await state()).namespaces).toMatchObject([{ id: 'ns_c_3' }])
    await ask('PUT /state', SEED)
    await ask('POST /reset')
    expect(JSON.parse(await state()).namespaces).toMatchObject([{ id: 'ns_c_3' }])
    expect(JSON.parse(await seed())).toEqual(OTHER)
  })
})

describe('PUT /state', () => {
  test('a state that was put stays until a reset', async () => {
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

  test('PUT /state keeps the clock if the state has none, and relative times count from it', async () => {
    await ask('POST /clock', { advance: '1h' })
    await ask('PUT /state', {
      namespaces: [{ id: 'ns_a_1', entries: [{ key: 'a', value: 1, expiresAt: '+30s' }] }],
    })
    const { clock, namespaces } = JSON.parse(await state())
    expect(clock).toEqual({ now: '2026-02-01T00:00:00.000Z', freeze: true })
    expect(namespaces[0].entries[0].expiresAt).toBe('2026-02-01T00:00:30.000Z')
  })

  test('PUT /state lets the clock run on if the state says only that', async () => {
    await ask('PUT /state', { clock: { freeze: false, rate: 0.5 } })
    expect(await (await ask('GET /clock')).json()).toMatchObject({ mode: 'running', rate: 0.5 })
  })

  test('PUT /state accepts an x-next of an earlier page if that page still exists', async () => {
    const headers = { 'X-API-Key': 'db' }
    const first = await fetch(`${emulator.dbBaseUrl}/documents?limit=1`, { headers })
    await ask('PUT /state', await state())
    const second = await fetch(first.headers.get('x-next') ?? '', { headers })
    expect(second.status).toBe(200)
  })

  test('PUT /state leaves the journal as it is', async () => {
    await readA()
    await ask('PUT /state', OTHER)
    expect(await (await ask('GET /requests?count=true')).json()).toEqual({ count: 1 })
  })

  test('PUT /state goes back to a saved state, counters included', async () => {
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
  test('PATCH /state is merged into the present state until a reset', async () => {
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

  const merge = async (id: string, query = ''): Promise<{ notes?: string[] }> =>
    (await (await ask(`PATCH /state${query}`, { namespaces: [{ id }] })).json()) as { notes?: string[] }

  test('a new id is taken without a note', async () => {
    expect(await merge('ns_a_11')).not.toHaveProperty('notes')
    expect(await merge('ns_shop_k3v9x2')).not.toHaveProperty('notes')
  })

  test('a new id that is close to another is noted, in a dry run too', async () => {
    await merge('ns_shop_k3v9x2')
    const notes = ['ns_shpo_k3v9x2 is new in namespaces: did you mean ns_shop_k3v9x2?']
    expect(await merge('ns_shpo_k3v9x2', '?dryRun=true')).toMatchObject({ notes })
    expect(await merge('ns_shpo_k3v9x2')).toMatchObject({ notes })
    expect(await merge('ns_shpo_k3v9x2')).not.toHaveProperty('notes')
  })
})

test('a frozen clock is exported at the instant that the seed set', async () => {
  expect(JSON.parse(await state()).clock).toEqual({ now: new Date(NOW).toISOString(), freeze: true })
})
