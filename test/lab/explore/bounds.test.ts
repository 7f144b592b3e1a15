import type { EmulatorClient, WorldClient } from 'tristore-emulator'
import { expect, test } from 'vitest'
import { explore } from '../../../lab/explore/explore.js'
import type { ExploreOptions } from '../../../lab/explore/options.js'
import { ExploreFailure } from '../../../lab/explore/report.js'
import { startInProcess } from '../emulators.js'
import { decisionsOf, IDLE_MS, request, runToy, type Toy } from './toys.js'

const MANY: Toy = [
  ['w:x', 'w:x'],
  ['w:x', 'w:x'],
  ['w:x', 'w:x'],
]

/** Explores a toy and returns the orders that were run, and the report. */
async function ordersRun(toy: Toy, options: Omit<ExploreOptions<unknown>, 'parties' | 'expect'>) {
  await using emulator = await startInProcess()
  const orders: string[] = []
  const report = await explore(emulator, (world) => runToy(world, toy), {
    ...options,
    parties: toy.length,
    idleMs: IDLE_MS,
    expect: (order) => orders.push(order.join('')),
  })
  return { orders, report }
}

/** Explores code that fails, repeats the failure with its `only`, and returns the report. */
async function foundIn(run: (world: EmulatorClient) => Promise<unknown>, parties: number) {
  await using emulator = await startInProcess()
  const failure = await explore(emulator, run, { parties, idleMs: IDLE_MS }).catch((error: unknown) => error)
  if (!(failure instanceof ExploreFailure) || failure.report?.failure === undefined) throw failure
  const { only } = failure.report.failure
  await expect(explore(emulator, run, { parties, only, idleMs: IDLE_MS })).rejects.toMatchObject({
    report: { orders: 1, runs: 1, failed: 1, failure: { only } },
  })
  return failure.report
}

test('beyond maxRuns, explore draws a fifth of maxRuns at random, the same orders each time', async () => {
  const once = await ordersRun(MANY, { maxRuns: 10 })
  expect(once.report).toMatchObject({ orders: 10, runs: 12, drawn: 2, failed: 0, isComplete: false })
  expect(once.orders).toHaveLength(12)
  expect(new Set(once.orders.slice(0, 10)).size).toBe(10)
  expect(new Set(once.orders.slice(10)).size).toBeGreaterThan(1)
  expect((await ordersRun(MANY, { maxRuns: 10 })).orders).toEqual(once.orders)
})

test('beyond maxRuns, explore draws orders that are far from the first ones', async () => {
  const { orders } = await ordersRun(MANY, { maxRuns: 25 })
  const firstParties = (some: readonly string[]) => new Set(some.map((order) => order[0]))
  expect(firstParties(orders.slice(0, 25))).toEqual(new Set(['0']))
  expect([...firstParties(orders.slice(25))]).toEqual(expect.arrayContaining(['1', '2']))
})

test('beyond maxRuns, explore draws none if all orders have been run', async () => {
  const toy = [['w:x'], ['w:x']]
  const { orders, report } = await ordersRun(toy, { maxRuns: 2 })
  expect(report).toMatchObject({ orders: 2, runs: 2, drawn: 0, isComplete: true })
  expect(new Set(orders.map((order) => decisionsOf(toy, [...order].map(Number)))).size).toBe(2)
})

test('beyond maxRuns, explore reports a drawn order that fails, and repeats it', async () => {
  await using emulator = await startInProcess()
  const run = (world: EmulatorClient) => runToy(world, MANY)
  const options = {
    parties: 3,
    maxRuns: 10,
    idleMs: IDLE_MS,
    expect: (order: readonly number[]) => order[0] === 0,
  }
  const failure = await explore(emulator, run, options).catch((error: unknown) => error)
  if (!(failure instanceof ExploreFailure)) throw failure
  const only = failure.report?.failure?.only ?? ''
  expect(failure.report?.failure?.firstRun).toBeGreaterThan(10)
  await expect(explore(emulator, run, { ...options, only })).rejects.toMatchObject({
    report: { failed: 1, failure: { only } },
  })
})

test('the order that explore shows is the one with the fewest requests', async () => {
  // Fails in every order, with one more request if the get comes before the put.
  const run = async (world: EmulatorClient) => {
    const statuses = await Promise.all([request(world, 'w:x'), request(world, 'r:x')])
    if (statuses[1] === 404) {
      await request(world, 'r:y')
      throw new Error('long')
    }
    throw new Error('short')
  }
  const { failed, failure } = await foundIn(run, 2)
  expect(failed).toBe(2)
  expect(failure?.only.split(' ')).toHaveLength(2)
  expect(String(failure?.error)).toBe('Error: short')
})

test('the order that explore shows is the one with the fewest changes of party among these', async () => {
  const toy = [
    ['w:x', 'w:x'],
    ['w:x', 'w:x'],
  ]
  const run = async (world: EmulatorClient) => {
    const order = (await runToy(world, toy)).join('')
    if (order !== '0011') throw new Error(order)
  }
  expect((await foundIn(run, 2)).failure?.only).toBe('B1 B2 A1 A2')
})

test('the order that explore shows names the requests', async () => {
  const run = async (world: EmulatorClient) => {
    if ((await runToy(world, [['w:x'], ['w:x']])).join('') === '10') throw new Error('the wrong way round')
  }
  const report = await foundIn(run, 2)
  expect(report.failure).toMatchObject({
    only: 'B1 A1',
    requests: ['B1  kv.put /v1/kv/ns_shop_k3v9x2/x = 1', 'A1  kv.put /v1/kv/ns_shop_k3v9x2/x = 1'],
    firstRun: 2,
  })
})

test('explore releases a request if no other comes for some time', async () => {
  await using emulator = await startInProcess()
  const run = async (world: EmulatorClient) => {
    await request(world, 'w:x')
    await runToy(world, [['w:x'], ['w:x']])
  }
  expect(await explore(emulator, run, { parties: 2, idleMs: IDLE_MS })).toMatchObject({
    orders: 2,
    failed: 0,
  })
})

test('explore reports how often code makes other requests in the same order', async () => {
  await using emulator = await startInProcess()
  let calls = 0
  const run = (world: EmulatorClient) => {
    calls++
    // Makes one request less every other time.
    const toy = [['w:x', ...(calls % 2 === 1 ? ['w:x'] : [])], ['w:x']]
    return runToy(world, toy)
  }
  const report = await explore(emulator, run, { parties: 2, idleMs: IDLE_MS, maxRuns: 20 })
  expect(report.strayed).toBeGreaterThan(0)
  expect(report).toMatchObject({ runs: calls, failed: 0, isComplete: false })
})

test('explore stops code that makes requests without end', async () => {
  await using emulator = await startInProcess()
  const asking = async (world: EmulatorClient, what: string) => {
    while ((await request(world, what)) === 404) {}
  }
  const run = (world: EmulatorClient) => Promise.all([asking(world, 'r:x'), asking(world, 'r:y')])
  const failure = await explore(emulator, run, { parties: 2 }).catch((error: unknown) => error)
  if (!(failure instanceof ExploreFailure)) throw failure
  expect(failure.report).toMatchObject({ runs: 1, drawn: 0, failed: 1, isComplete: false })
  expect(failure.message).toMatch(
    /\n {2}… and 960 more\nwith Error: it made more than 1000 requests\nbundle for npx tristore-emulator replay: /,
  )
})

test('explore names parties beyond the alphabet', async () => {
  await using emulator = await startInProcess()
  const toy = Array.from({ length: 28 }, () => ['r:x'])
  const run = (world: EmulatorClient) => runToy(world, toy)
  const options = { parties: 28, idleMs: IDLE_MS, expect: () => false }
  await expect(explore(emulator, run, options)).rejects.toThrow(/ Y1 Z1 AA1 AB1'/)
})

test('explore reads the party of a request from its baggage header', async () => {
  await using emulator = await startInProcess()
  const run = async (world: WorldClient) => {
    const say = (party: string, path: string) =>
      world.fetch(path, { headers: { baggage: `emulator-party=${party}, emulator-world=${world.id}` } })
    // By their paths, the parties would be the other way round.
    await Promise.all([say('B', '/v1/kv/ns_shop_k3v9x2/a'), say('a', '/v1/kv/ns_shop_k3v9x2/b')])
    throw new Error('to see the order')
  }
  await expect(explore(emulator, run, { parties: 2 })).rejects.toMatchObject({
    report: {
      failure: {
        requests: ['A1  kv.get /v1/kv/ns_shop_k3v9x2/b → 401', 'B1  kv.get /v1/kv/ns_shop_k3v9x2/a → 401'],
      },
    },
  })
})
