import type { WorldClient } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import { Draws } from '../../../lab/explore/drawing.js'
import { explore } from '../../../lab/explore/explore.js'
import { extent } from '../../support/extent.js'
import { startInProcess } from '../emulators.js'
import {
  type Clash,
  countOf,
  decisionsOf,
  IDLE_MS,
  nameOf,
  ofOneKey,
  request,
  runToy,
  TOYS,
  type Toy,
} from './toys.js'

/** Compares the numbers in the report with those of toy programs. */

/** The choices that no run made, over all places of the orders that were run. */
function choicesLeft(toy: Toy, orders: readonly (readonly number[])[]): number {
  const tried = new Map<string, Set<number>>()
  for (const order of orders) {
    for (const [index, party] of order.entries()) {
      const place = order.slice(0, index).join()
      tried.set(place, (tried.get(place) ?? new Set()).add(party))
    }
  }
  const left = [...tried].map(([place, made]) => {
    const taken = place === '' ? [] : place.split(',').map(Number)
    const there = toy.filter(
      (requests, party) => taken.filter((one) => one === party).length < requests.length,
    )
    return there.length - made.size
  })
  return left.reduce((sum, count) => sum + count, 0)
}

const REQUESTS = ['w:x', 'w:y', 'r:x', 'r:y']

function randomToy(seed: number): Toy {
  const chance = new Draws(seed)
  return Array.from({ length: 2 + chance.integer(2) }, () =>
    Array.from({ length: 1 + chance.integer(3) }, () => REQUESTS[chance.integer(REQUESTS.length)] ?? ''),
  )
}

/** In ms. Parties that don't think never take longer, even on a busy machine. */
const IDLE_MS_MAX = 1000

const DRAWN = Array.from({ length: extent(5, 20) }, (_, seed) => randomToy(seed)).filter(
  (toy) => countOf(toy) <= extent(20, 100),
)

/** Explores a program. On a busy machine, tries again with the idleMs that its report asks for. */
async function exploredWithPatience<T>(parties: number, run: (world: WorldClient) => Promise<T>) {
  await using emulator = await startInProcess()
  for (let idleMs = IDLE_MS; ; ) {
    const results: T[] = []
    const report = await explore(emulator, run, { parties, idleMs, expect: (result) => results.push(result) })
    const { enoughIdleMs = 0 } = report
    if (enoughIdleMs <= idleMs || enoughIdleMs > IDLE_MS_MAX) return { report, results }
    idleMs = enoughIdleMs
  }
}

test.each([...TOYS, ...DRAWN].map((toy) => [nameOf(toy), toy] as const))(
  'explore runs each order of %s that can make a difference once',
  async (_name, toy) => {
    const { report, results } = await exploredWithPatience(toy.length, (world) => runToy(world, toy))
    const count = countOf(toy)
    expect(report).toEqual({
      orders: count,
      runs: count,
      pruned: choicesLeft(toy, results),
      drawn: 0,
      strayed: 0,
      late: 0,
      failed: 0,
      isComplete: true,
    })
    expect(new Set(results.map((order) => decisionsOf(toy, order))).size).toBe(count)
  },
)

test('explore runs the same number of orders if the state is read at the end', async () => {
  await using emulator = await startInProcess()
  const toy = [
    ['r:x', 'w:x'],
    ['r:x', 'w:x'],
  ]
  const run = async (world: Parameters<typeof runToy>[0]) => {
    await runToy(world, toy)
    return request(world, 'r:x')
  }
  expect(await explore(emulator, run, { parties: 2, idleMs: IDLE_MS })).toMatchObject({
    orders: countOf(toy),
    failed: 0,
  })
})

/** Any two puts clash. */
const ofPuts: Clash = (one, other) => ofOneKey(one, other) || (one.startsWith('w') && other.startsWith('w'))

/** Any two gets clash. */
const ofGets: Clash = (one, other) => ofOneKey(one, other) || (one.startsWith('r') && other.startsWith('r'))

const ofBoth: Clash = (one, other) => ofPuts(one, other) || ofGets(one, other)

/** The remaining quota, the requests whose order then decides which is refused, and programs that make them. */
const QUOTAS: readonly (readonly [string, object, Clash, readonly Toy[]])[] = [
  [
    'one write left',
    { writes: 1 },
    ofPuts,
    [
      [['w:x'], ['w:y']],
      [['w:x', 'r:x'], ['w:y']],
    ],
  ],
  [
    'two reads left',
    { reads: 2 },
    ofGets,
    [
      [['r:x'], ['r:y']],
      [['w:x'], ['w:y'], ['r:z']],
    ],
  ],
  ['one write and one read left', { writes: 1, reads: 1 }, ofBoth, [[['w:x'], ['w:y'], ['r:z']]]],
  // The greeting in the seed takes up some of it.
  ['storage for one value', { storageBytes: 20 }, ofPuts, [[['w:x'], ['w:y']]]],
]

describe.each(QUOTAS)('with %s', (_name, limits, clash, toys) => {
  test.each(toys.map((toy) => [nameOf(toy), toy] as const))(
    'explore runs the orders of %s that decide which request is refused',
    async (_toy, toy) => {
      const { report } = await exploredWithPatience(toy.length, async (world) => {
        await world.namespaces.update('ns_shop_k3v9x2', { limits })
        await runToy(world, toy)
      })
      expect(report).toMatchObject({ orders: countOf(toy, clash), isComplete: true })
    },
  )
})
