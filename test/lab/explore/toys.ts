import type { EmulatorClient } from 'tristore-emulator'

/** Each toy program has a known number of orders. Its parties make their requests one after the other. */

const PATH = '/v1/kv/ns_shop_k3v9x2'
const headers = { 'X-KV-Key': 'kv_admin_shop' }

/** Toys don't think between requests: each wait is ten turns of the event loop, however slow the machine. */
export const IDLE_MS = 1

/** "w:x" puts x, and "r:x" gets it. */
export type Toy = readonly (readonly string[])[]

export const nameOf = (toy: Toy): string => toy.map((requests) => requests.join(' ')).join(' | ')

export async function request(world: EmulatorClient, text: string): Promise<number> {
  const [kind, key] = text.split(':')
  const body = JSON.stringify({ value: 1, ttlSeconds: 60 })
  const init = kind === 'w' ? { method: 'PUT', headers, body } : { headers }
  return (await world.fetch(`${PATH}/${key}`, init)).status
}

/** @returns the parties in the order in which their requests were answered */
export async function runToy(world: EmulatorClient, toy: Toy): Promise<readonly number[]> {
  const order: number[] = []
  await Promise.all(
    toy.map(async (requests, party) => {
      for (const one of requests) {
        await request(world, one)
        order.push(party)
      }
    }),
  )
  return order
}

/** Yields every order, as the party of each next request. */
export function* allOrders(
  toy: Toy,
  taken: readonly number[] = toy.map(() => 0),
): Generator<readonly number[]> {
  if (toy.every((requests, party) => taken[party] === requests.length)) yield []
  for (const [party, requests] of toy.entries()) {
    if (taken[party] === requests.length) continue
    const rest = taken.map((count, index) => (index === party ? count + 1 : count))
    for (const order of allOrders(toy, rest)) yield [party, ...order]
  }
}

/** True if the order of the two requests makes a difference. */
export type Clash = (one: string, other: string) => boolean

/** Two requests clash if they share a key and one of them is a put. */
export const ofOneKey: Clash = (one, other) => {
  const [[kind, key], [otherKind, otherKey]] = [one.split(':'), other.split(':')]
  return key === otherKey && (kind === 'w' || otherKind === 'w')
}

/** An order's decisions: for each pair of requests that clash, which comes first. */
export function decisionsOf(toy: Toy, order: readonly number[], clash: Clash = ofOneKey): string {
  const taken = toy.map(() => 0)
  const steps = order.map((party) => {
    const number = taken[party] ?? 0
    taken[party] = number + 1
    return { name: `${party}.${number}`, text: toy[party]?.[number] ?? '' }
  })
  const decisions = steps.flatMap((one, index) =>
    steps
      .slice(index + 1)
      .flatMap((other) => (clash(one.text, other.text) ? [`${one.name}<${other.name}`] : [])),
  )
  return decisions.sort().join(' ')
}

/** Counts the orders that make a difference by trying all. */
export const countOf = (toy: Toy, clash?: Clash): number =>
  new Set([...allOrders(toy)].map((order) => decisionsOf(toy, order, clash))).size

export const TOYS: readonly Toy[] = [
  [['w:x'], ['w:x']],
  [['r:x'], ['r:x']],
  [
    ['r:x', 'w:y'],
    ['r:y', 'w:x'],
  ],
  [['w:x', 'r:y'], ['w:y', 'r:x'], ['w:z']],
]

const COUNT = `${PATH}/count`

/** Returns 0 if the counter doesn't exist. */
async function readCount(world: EmulatorClient): Promise<number> {
  const response = await world.fetch(COUNT, { headers })
  return response.ok ? ((await response.json()) as { value: number }).value : 0
}

/** Adds one to a counter by get and put. @param think is awaited between them */
async function addOne(world: EmulatorClient, think?: () => Promise<unknown>): Promise<void> {
  const value = (await readCount(world)) + 1
  await think?.()
  const body = JSON.stringify({ value, ttlSeconds: 60 })
  await world.fetch(COUNT, { method: 'PUT', headers, body })
}

/** Lets two parties count at once, and returns the sum. */
export async function countTwice(world: EmulatorClient, think?: () => Promise<unknown>): Promise<number> {
  await Promise.all([addOne(world, think), addOne(world, think)])
  return readCount(world)
}
