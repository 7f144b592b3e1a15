import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../../src/server/launch.js'
import { services } from '../../../src/services/index.js'
import { askAdmin } from '../ask-admin.js'

const SEED = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  random: 5,
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [
        { key: 'a', value: 1, ttlSeconds: 3600 },
        { key: 'b', value: 2, ttlSeconds: 3600 },
      ],
    },
  ],
  faults: [{ id: 'f_1', match: { operation: 'config.*' }, status: 503 }],
}

const OTHER = {
  namespaces: [
    {
      id: 'ns_a_1',
      owner: 'user_ann',
      entries: [
        { key: 'a', value: 7, ttlSeconds: 60 },
        { key: 'c', value: 3, ttlSeconds: 60 },
      ],
    },
  ],
}

let emulator: LaunchedEmulator
beforeEach(async () => {
  emulator = await launch({ services, seed: SEED })
})
afterEach(() => emulator.close())

const ask = (line: string, body?: unknown) => askAdmin(emulator, line, body)

interface Tried {
  readonly changes: { readonly count: number; readonly first: { path: string; kind: string }[] }
}

const tried = async (line: string, body: unknown) => {
  const answer = await ask(line, body)
  expect(answer.status).toBe(200)
  const { changes } = (await answer.json()) as Tried
  return changes.first.map(({ path, kind }) => `${kind} ${path}`).sort()
}

const stateNow = async () => (await ask('GET /state')).text()

test.each([
  [
    'PATCH /state?dryRun=true',
    [
      'added /namespaces/ns_a_1/entries/c',
      'changed /namespaces/ns_a_1/entries/a',
      'changed /namespaces/ns_a_1/owner',
    ],
  ],
  [
    'PUT /state?dryRun=true',
    [
      'added /namespaces/ns_a_1/entries/c',
      'changed /namespaces/ns_a_1/entries/a',
      'changed /namespaces/ns_a_1/owner',
      'removed /faults/f_1',
      'removed /namespaces/ns_a_1/entries/b',
      'removed /namespaces/ns_a_1/keys/kv_a',
    ],
  ],
])('a dry run of %s lists what would change, and changes nothing', async (line, expected) => {
  const before = await stateNow()
  expect(await tried(line, OTHER)).toEqual(expected)
  expect(await stateNow()).toBe(before)
  expect(await (await ask('GET /history')).json()).toMatchObject({ commands: [] })
})

test('a dry run of PUT /seed includes the changes of the reset, and leaves the seed alone', async () => {
  await ask('POST /clock', { advance: '1d' })
  const before = [await stateNow(), await (await ask('GET /seed')).text()]
  expect(await tried('PUT /seed?dryRun=true', SEED)).toContain('changed /clock/now')
  expect([await stateNow(), await (await ask('GET /seed')).text()]).toEqual(before)
})

test('a dry run of the present state finds no difference, even while the clock runs', async () => {
  await ask('POST /clock', { freeze: false })
  const state = await stateNow()
  const { clock: _clock, ...rest } = JSON.parse(state)
  expect(await tried('PATCH /state?dryRun=true', { namespaces: rest.namespaces })).toEqual([])
})

test('a dry run reports the line and the fix of a wrong seed as the call itself does', async () => {
  const wrong = 'namespaces:\n  - id: ns_a_1\n    entrys: []\n'
  const answers = [await ask('PATCH /state?dryRun=true', wrong), await ask('PATCH /state', wrong)]
  const [dry, real] = await Promise.all(answers.map((answer) => answer.json()))
  expect(dry).toEqual(real)
  expect(dry).toMatchObject({ problems: [{ line: 3 }] })
})

test('a dry run lists the first of many changes, and counts them all', async () => {
  const entries = [{ repeat: 300, key: 'k{{index}}', value: 1, ttlSeconds: 60 }]
  const answer = await ask('PATCH /state?dryRun=true', { namespaces: [{ id: 'ns_a_1', entries }] })
  const { changes } = (await answer.json()) as Tried
  expect(changes.count).toBe(300)
  expect(changes.first).toHaveLength(200)
})

test('a dry run refuses a value other than true and false', async () => {
  expect((await ask('PUT /state?dryRun=maybe', SEED)).status).toBe(400)
})

test('a dry run of a restore lists the differences from the snapshot, and changes nothing', async () => {
  await ask('POST /snapshots', { name: 'before' })
  await ask('PUT /namespaces/ns_a_1/entries/d', { value: 4, ttlSeconds: 60 })
  await ask('DELETE /namespaces/ns_a_1/entries/a')
  const before = await stateNow()
  expect(await tried('POST /snapshots/before/restore?dryRun=true', undefined)).toEqual([
    'added /namespaces/ns_a_1/entries/a',
    'removed /namespaces/ns_a_1/entries/d',
  ])
  expect(await stateNow()).toBe(before)
  const log = (await (await ask('GET /log')).json()) as { commands: { path?: string }[] }
  expect(JSON.stringify(log)).not.toContain('restore')
  expect((await ask('POST /snapshots/none/restore?dryRun=true')).status).toBe(404)
  await ask('POST /snapshots/before/restore')
  expect(await tried('POST /snapshots/before/restore?dryRun=true', undefined)).toEqual([])
})
