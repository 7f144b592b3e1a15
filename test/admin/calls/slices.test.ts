import { beforeAll, describe, expect, test } from 'vitest'
import { atOnce, SLICE_ITEMS } from '../../../src/core/steps.js'
import { AdminCalls, contextOf } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { turnsDuring } from '../../support/turns.js'

/** How often a call that looks at ten thousand small things lets others through, each part of its work by itself. */

const HERE = 10_000
/** Turns of work that takes one item each. */
const ONCE = HERE / SLICE_ITEMS
/** Turns of writing them: so many at a time. */
const WRITTEN = HERE / 500

const NS = 'ns_a_0'

const ids = (prefix: string) => Array.from({ length: HERE }, (_, index) => ({ id: `${prefix}_${index}` }))
const numbers = Array.from({ length: HERE }, (_, index) => index + 1)

let service: Service
let calls: AdminCalls

async function begin(seed: object, ports: object = {}): Promise<void> {
  service = await Service.start(seed, {}, ports)
  calls = new AdminCalls(service)
}

async function turnsOfCall(line: string, body?: unknown): Promise<number> {
  const sent = calls.send(line, body)
  const turns = await turnsDuring(sent)
  expect((await sent).text).not.toMatch(/^\{"error"/)
  return turns
}

describe('of namespaces and stores:', () => {
  beforeAll(async () => {
    const [, ...others] = ids('ns_a')
    const first = { id: NS, entries: [{ key: 'k', value: 1, ttlSeconds: 60 }] }
    await begin({ clock: { freeze: true }, namespaces: [first, ...others], stores: ids('ec_a') })
    await calls.send('POST /snapshots', { name: 's' })
  })

  test.each<[line: string, body: unknown, turns: number]>([
    ['POST /clock', { to: 'next-expiry', dryRun: true }, ONCE],
    // They are alike, which takes a namespace four looks and a store two, and counted.
    ['POST /snapshots/s/restore?dryRun=true', undefined, (6 + 2) * ONCE],
    // What they take is counted beside it.
    ['PATCH /state?dryRun=true', {}, (6 + 2 + 2) * ONCE],
    // Each is looked for, and for its contents, and begins a piece of text.
    ['GET /namespaces', undefined, 2 * ONCE + WRITTEN],
    ['GET /stores', undefined, 2 * ONCE + WRITTEN],
  ])('%s %j', async (line, body, turns) => {
    expect(await turnsOfCall(line, body)).toBeGreaterThanOrEqual(turns)
  })
})

describe('of entries and records:', () => {
  beforeAll(async () => {
    const entries = [{ key: 'k{{index}}', value: 1, repeat: HERE }]
    await begin({
      namespaces: [{ id: NS, entries: entries.map((entry) => ({ ...entry, ttlSeconds: 60 })) }],
      stores: [
        { id: 'ec_a_0', entries },
        { id: 'ec_a_1', entries: ['a', 'b', 'c'].map((key) => ({ key, value: numbers })) },
      ],
      database: {
        keys: [{ key: 'db_blind', documents: [] }],
        documents: [{ title: 'd', repeat: HERE }],
        projects: [{ name: 'p', repeat: HERE }],
      },
    })
  })

  test.each([
    [`GET /namespaces/${NS}/entries?find=none`, ONCE],
    ['GET /stores/ec_a_0/entries?find=none', ONCE],
    ['GET /documents?find=none', ONCE],
    ['GET /projects?find=none', ONCE],
    [`GET /namespaces/${NS}`, ONCE],
    // The value of each is read, and looked at for numbers that lose digits.
    ['GET /stores/ec_a_1/entries', 3 * 2 * ONCE],
  ])('%s', async (line, turns) => {
    expect(await turnsOfCall(line)).toBeGreaterThanOrEqual(turns)
  })

  test('the seed of a world that was made from a state is written when it is asked for', async () => {
    for (const record of ['documents', 'projects']) await calls.send(`DELETE /${record}/1`)
    const context = contextOf(service)
    calls = new AdminCalls(context.worlds.create(context, 'current', 'w1', undefined))
    // Records are looked at for the key that made them, and for their places.
    expect(await turnsOfCall('GET /seed?preview=1')).toBeGreaterThanOrEqual(2 * 2 * ONCE - 1)
  })
})

describe('of keys:', () => {
  beforeAll(() =>
    begin({ namespaces: [{ id: NS, keys: numbers.map((n) => ({ key: `kv_${n}`, scope: 'read' })) }] }),
  )

  test.each<[line: string, body: unknown, turns: number]>([
    ['GET /namespaces', undefined, ONCE + 4],
    // Each id is read (1), checked (4), loaded and shown.
    ['POST /database-keys', { projects: numbers }, 7 * ONCE],
    ['POST /database-keys', { documents: numbers }, 7 * ONCE],
  ])('%s', async (line, body, turns) => {
    expect(await turnsOfCall(line, body)).toBeGreaterThanOrEqual(turns)
  })
})

test('of bodies of faults, which are read and weighed', async () => {
  await begin({})
  const faults = Array.from({ length: HERE / 100 }, () => ({ status: 503, body: numbers.slice(0, 100) }))
  expect(await turnsOfCall('POST /faults', faults)).toBeGreaterThanOrEqual(2 * ONCE)
})

describe('of requests:', () => {
  const REQUESTS = 4000
  const EACH = REQUESTS / SLICE_ITEMS

  beforeAll(async () => {
    const faults = [{ match: { operation: 'documents.list' }, status: 429, retryAfter: 1 }]
    await begin({ database: { keys: [{ key: 'db' }] }, faults }, { requestsMax: REQUESTS })
    for (let count = 0; count < REQUESTS; count++)
      await service.send('GET /documents', { headers: { 'X-API-Key': 'db' } })
    await calls.send('GET /contract')
  })

  test.each([
    ['GET /requests?status=404', 2 * EACH],
    // Each is looked at (2), made a summary of (5) and written.
    [`GET /requests?limit=${REQUESTS}`, (2 + 5) * EACH + REQUESTS / 500],
    ['GET /requests.har?status=404', 2 * EACH],
    ['GET /conduct', 2 * EACH],
    ['GET /lanes?status=404', 2 * EACH],
    // Five hundred at most are shown, most of which made a pause.
    ['GET /lanes', (500 * 20) / SLICE_ITEMS],
    ['GET /contract', 4 * EACH],
    ['GET /history?kind=admin', 2 * EACH],
    // Each is looked at (2), looked up (1), found (4), looked for among those that are held (2), shown (4) and written.
    [`GET /history?limit=${REQUESTS}`, (2 + 1 + 4 + 2 + 4) * EACH + REQUESTS / 500],
  ])('%s', async (line, turns) => {
    expect(await turnsOfCall(line)).toBeGreaterThanOrEqual(turns)
  })
})

test('of worlds, to show which takes ten times as long', async () => {
  const many = 1000
  await begin({})
  for (let index = 0; index < many; index++) await calls.send('POST /worlds', { id: `w${index}` })
  const shown = await turnsOfCall('GET /worlds')
  expect(shown).toBeGreaterThanOrEqual((10 * many) / SLICE_ITEMS)
  for (const by of ['id', '-requests'])
    expect(await turnsOfCall(`GET /worlds?sort=${by}`)).toBeGreaterThanOrEqual(shown + 1)
})

test('of the contract, whose two modules each have a turn behind them, and its text one', async () => {
  await begin({})
  await calls.send('GET /contract')
  expect(await turnsOfCall('GET /contract')).toBeGreaterThanOrEqual(1 + 2 + 1)
})

describe('where there may be no room left, all that is held is counted before', () => {
  /** Bytes that are left for requests. */
  const LEFT = 200_000

  beforeAll(async () => {
    await begin({ namespaces: ids('ns_a') })
    const { contents, bytesMax } = service.world.memory
    atOnce(contents.takeAll(() => 0))
    const held = contents.bytes
    let others = 0
    contents.hold(() => others)
    others = (3 / 4) * bytesMax - held - LEFT
    contents.take(others)
  })

  test.each<[line: string, body: unknown, turns: number]>([
    // The body alone is too long; what is made of it takes more than its text.
    ['POST /namespaces', `{"name": "a"}${' '.repeat(LEFT)}`, ONCE],
    ['POST /faults', Array.from({ length: 500 }, () => ({ status: 503 })), ONCE],
    // Each id was read (1), checked (4) and loaded by then.
    ['POST /database-keys', { projects: numbers, documents: numbers }, (2 * 6 + 1) * ONCE],
  ])('%s', async (line, body, turns) => {
    expect(await turnsDuring(calls.send(line, body))).toBeGreaterThanOrEqual(turns)
    expect(await calls.refused(line, body)).toMatchObject({ code: 'out_of_memory' })
  })
})
