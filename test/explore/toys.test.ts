import { describe, expect, it } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { explore } from '../../src/explore/explore.js'
import { startInProcess } from '../client/emulators.js'

/** Toy programs, whose orders can be counted: each party makes its requests one after the other. */

const PATH = '/v1/kv/ns_shop_k3v9x2'
const headers = { 'X-KV-Key': 'kv_admin_shop' }

/** "w:x" puts x, "r:x" gets it. */
type Toy = readonly (readonly string[])[]

async function runToy(world: EmulatorClient, toy: Toy): Promise<void> {
  await Promise.all(
    toy.map(async (requests) => {
      for (const request of requests) {
        const [kind, key] = request.split(':')
        const body = JSON.stringify({ value: 1, ttlSeconds: 60 })
        const init = kind === 'w' ? { method: 'PUT', headers, body } : { headers }
        await world.fetch(`${PATH}/${key}`, init)
      }
    }),
  )
}

/** Every order, as lists of "party request number". */
function* allOrders(toy: Toy, taken: readonly number[] = toy.map(() => 0)): Generator<readonly number[]> {
  if (toy.every((requests, party) => taken[party] === requests.length)) yield []
  for (const [party, requests] of toy.entries()) {
    if (taken[party] === requests.length) continue
    const rest = taken.map((count, index) => (index === party ? count + 1 : count))
    for (const order of allOrders(toy, rest)) yield [party, ...order]
  }
}

/** What an order decides: of each pair of requests that do not commute, which comes first. */
function decisionsOf(toy: Toy, order: readonly number[]): string {
  const taken = toy.map(() => 0)
  const steps = order.map((party) => {
    const number = taken[party] ?? 0
    taken[party] = number + 1
    return { name: `${party}.${number}`, request: toy[party]?.[number] ?? '' }
  })
  const decisions = steps.flatMap((one, index) =>
    steps.slice(index + 1).flatMap((other) => {
      const [[kind, key], [otherKind, otherKey]] = [one.request.split(':'), other.request.split(':')]
      return key === otherKey && (kind === 'w' || otherKind === 'w') ? [`${one.name}<${other.name}`] : []
    }),
  )
  return decisions.sort().join(' ')
}

const countOf = (toy: Toy): number =>
  new Set([...allOrders(toy)].map((order) => decisionsOf(toy, order))).size

const TOYS: readonly Toy[] = [
  [['w:x'], ['w:x']],
  [['w:x'], ['w:y']],
  [['r:x'], ['r:x']],
  [
    ['r:x', 'w:x'],
    ['r:x', 'w:x'],
  ],
  [
    ['r:x', 'w:y'],
    ['r:y', 'w:x'],
  ],
  [
    ['w:x', 'w:y'],
    ['w:y', 'w:x'],
  ],
  [['w:x'], ['w:x'], ['w:x']],
  [['w:x'], ['r:x'], ['w:y']],
  [['w:x', 'r:y'], ['w:y', 'r:x'], ['w:z']],
  [['r:x', 'w:x'], ['r:x', 'w:x'], ['r:x']],
]

describe('explore', () => {
  it.each(TOYS.map((toy) => [toy.map((requests) => requests.join(' ')).join(' | '), toy] as const))(
    'runs each order of %s that can make a difference once',
    async (_name, toy) => {
      await using emulator = await startInProcess()
      const report = await explore(emulator, (world) => runToy(world, toy), { parties: toy.length })
      expect(report).toMatchObject({ orders: countOf(toy), isComplete: true, failed: 0 })
    },
  )
})
