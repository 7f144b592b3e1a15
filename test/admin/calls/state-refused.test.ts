import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../../src/client/emulator-client.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { marked } from '../../seed/seeds.js'
import { askAdmin } from '../ask-admin.js'

let emulator: Emulator
beforeAll(async () => {
  const namespaces = ['a', 'b'].map((name) => ({
    id: `ns_${name}_1`,
    usage: { reads: 3 },
    keys: [{ key: `kv_${name}`, scope: 'admin' }],
    entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
  }))
  const seed = { clock: { now: '2026-01-31T23:00:00Z', freeze: true }, namespaces }
  emulator = await startEmulator({
    seed: { ...seed, faults: [{ status: 503, match: { operation: 'kv.put' } }] },
  })
})
afterAll(() => emulator.close())

interface Told {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly problems?: readonly { readonly line: number; readonly column: number; readonly path: string }[]
}

/** Reads everything that a call could change. */
async function everything(): Promise<string[]> {
  const calls = ['GET /state', 'GET /seed', 'GET /profile', 'GET /faults']
  return Promise.all(calls.map(async (call) => (await askAdmin(emulator, call)).text()))
}

/** Makes a call that must be refused and change nothing. */
async function refused(line: string, body: unknown): Promise<Told & { readonly status: number }> {
  const before = await everything()
  const answer = await askAdmin(emulator, line, body)
  expect(await everything()).toEqual(before)
  return { status: answer.status, ...((await answer.json()) as Told) }
}

/** The mistake, the text with § in front of it, and the path of the first problem. */
const WRONG: readonly (readonly [what: string, text: string, path: string])[] = [
  ['an unknown field', 'random: 1\nnamespaces:\n  - { id: ns_a_1, §entrys: [] }', 'namespaces[0].entrys'],
  ['a wrong option', 'random: 4\nprofile: { kv: { putStatus: §299 } }', 'profile.kv.putStatus'],
  [
    'a key file that is not there',
    'profile: { auth: { jwksFile: §/no/such/file } }',
    'profile.auth.jwksFile',
  ],
  [
    'a template that there is none of',
    'namespaces: [{ id: ns_a_1, owner: new, entries: [{ key: a, value: §"{{no.such}}", ttlSeconds: 60 }] }]',
    'namespaces[0].entries[0].value',
  ],
  [
    'one key in two places',
    'stores: [{ id: ec_x, keys: [{ key: k, scope: read }] }, { id: ec_y, keys: [{ key: §k, scope: read }] }]',
    'stores[1].keys[0].key',
  ],
]

describe.each(['PUT /seed', 'PUT /state', 'PATCH /state'])('%s', (call) => {
  test.each(WRONG)('%s is refused, and changes nothing', async (_, source, path) => {
    const { text, at } = marked(source)
    const { status, error, problems = [] } = await refused(call, text)
    expect({ status, error }).toEqual({ status: 400, error: 'invalid_seed' })
    expect(problems.map((problem) => [problem.path, `${problem.line}:${problem.column}`])).toEqual([
      [path, at],
    ])
  })

  test('a call without a body changes nothing', async () => {
    expect(await refused(call, '')).toMatchObject({ status: 400, error: 'invalid_request' })
  })

  test('more faults than a world holds are refused', async () => {
    const faults = Array.from({ length: 1001 }, () => ({ status: 500 }))
    const told = await refused(call, { random: 3, faults })
    expect(told).toMatchObject({ status: 400, message: expect.stringContaining('at most 1000 faults') })
    expect((await askAdmin(emulator, 'POST /reset')).status).toBe(200)
  })

  test("a body that isn't UTF-8 changes nothing", async () => {
    const before = await everything()
    const [method = '', path = ''] = call.split(' ')
    const body = Buffer.from('random: 7 # \xff', 'latin1')
    const answer = await fetch(`${emulator.adminUrl}${path}`, { method, body })
    expect(answer.status).toBe(400)
    expect(await everything()).toEqual(before)
  })
})

test('PATCH /state of a key that belongs elsewhere is a conflict', async () => {
  const body = { namespaces: [{ id: 'ns_a_1', owner: 'x', keys: [{ key: 'kv_b', scope: 'read' }] }] }
  expect(await refused('PATCH /state', body)).toMatchObject({
    status: 409,
    error: 'conflict',
    message: 'the key kv_b of ns_a_1 belongs to ns_b_1',
    hint: expect.any(String),
  })
})
