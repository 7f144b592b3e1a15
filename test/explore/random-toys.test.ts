import { expect, test } from 'vitest'
import { RandomSource } from '../../src/core/random.js'
import { explore } from '../../src/explore/explore.js'
import { startInProcess } from '../client/emulators.js'
import { extent } from '../support/extent.js'
import { countOf, decisionsOf, IDLE_MS, nameOf, runToy, type Toy } from './toys.js'

/** Toy programs by chance: of each, every order that makes a difference is run, and none twice. */

const REQUESTS = ['w:x', 'w:y', 'r:x', 'r:y']

function randomToy(seed: number): Toy {
  const chance = new RandomSource(seed).stream('toys')
  return Array.from({ length: 2 + chance.integer(2) }, () =>
    Array.from({ length: 1 + chance.integer(3) }, () => REQUESTS[chance.integer(REQUESTS.length)] ?? ''),
  )
}

const toys = Array.from({ length: extent(5, 100) }, (_, seed) => randomToy(seed)).filter(
  (toy) => countOf(toy) <= extent(20, 100),
)

test.each(toys.map((toy) => [nameOf(toy), toy] as const))(
  'explore runs each order of %s once',
  async (_name, toy) => {
    await using emulator = await startInProcess()
    const orders: (readonly number[])[] = []
    const report = await explore(emulator, (world) => runToy(world, toy), {
      parties: toy.length,
      idleMs: IDLE_MS,
      expect: (order) => orders.push(order),
    })
    expect(report).toMatchObject({ orders: countOf(toy), isComplete: true })
    expect(new Set(orders.map((order) => decisionsOf(toy, order))).size).toBe(countOf(toy))
  },
)
