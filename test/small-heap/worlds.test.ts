import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallHeap, startSmallHeap } from './small-heap.js'

/** What many worlds and snapshots keep of their own beside what they share: a heap of 256 MB survives it. */

let emulator: SmallHeap

beforeEach(async () => {
  emulator = await startSmallHeap()
})

afterEach(async () => {
  expect(await ask('GET', '/_admin/namespaces/ns_a_1')).toBe(200)
  expect(await ask('POST', '/_admin/reset')).toBe(200)
  expect(await emulator.close()).toBe(0)
})

/** The status of a call; its answer is read and dropped. */
async function ask(method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(emulator.baseUrl + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  for await (const _chunk of response.body ?? []);
  return response.status
}

/** Namespaces with a key each, which other worlds share. */
async function fill(count: number): Promise<void> {
  const namespaces = Array.from({ length: count }, (_, index) => ({
    id: `ns_b_${index}`,
    keys: [{ key: `b${index}`, scope: 'read' }],
  }))
  expect(await ask('PATCH', '/_admin/state', { namespaces })).toBe(200)
}

test('long options of their profiles', async () => {
  const statuses = new Set<number>()
  for (let index = 1; index <= 650; index++) {
    await ask('POST', '/_admin/worlds', {})
    const secret = 's'.repeat(240_000) + index
    statuses.add(await ask('PATCH', `/_worlds/w${index}/_admin/profile`, { auth: { secret } }))
  }
  expect([...statuses]).toEqual([200, 503, 404])
  await ask('DELETE', '/_admin/worlds/w1')
})

test('what finds the keys of their namespaces at once', async () => {
  await fill(30_000)
  for (let index = 1; index <= 80; index++) {
    await ask('POST', '/_admin/worlds', { from: 'current' })
    await ask('GET', `/_worlds/w${index}/_admin/namespaces/ns_a_1`)
  }
})

test('namespaces that are looked at after each snapshot', async () => {
  const statuses = new Set<number>()
  await fill(1900)
  for (let world = 1; world <= 2; world++) {
    statuses.add(await ask('POST', '/_admin/worlds', { from: 'current' }))
    for (let snapshot = 0; snapshot < 99; snapshot++) {
      statuses.add(await ask('POST', `/_worlds/w${world}/_admin/snapshots`))
      statuses.add(await ask('GET', `/_worlds/w${world}/_admin/namespaces`))
    }
  }
  expect([...statuses]).toEqual([201, 200])
})
