import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { callAdmin, readAdmin } from './ask.js'
import { holdLinear } from './hold-linear.js'

/** What differs between two moments is found in a time that is linear in what differs, and in what happened. */

let emulator: LaunchedEmulator
beforeEach(start)
afterEach(() => emulator.close())

async function start(): Promise<void> {
  emulator = await launch({ seed: { clock: { now: '2026-01-31T12:00:00Z', freeze: true } } })
}

const admin = (method: string, path: string, body?: unknown) =>
  callAdmin(emulator, method, path, body === undefined ? '' : JSON.stringify(body))

async function differing(state: object, requests: () => void | Promise<void> = () => {}): Promise<void> {
  // With nothing that happened before.
  await emulator.close()
  await start()
  expect(await admin('PUT', '/state', state)).toMatchObject({ status: 200 })
  await requests()
  expect(await readAdmin(emulator, 'GET', '/diff')).toBe(200)
}

const numbers = (text: string): readonly number[] => Array.from({ length: text.length }, (_, index) => index)

const month = (index: number): string =>
  `${1000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`

test.each<[string, number, (text: string) => Promise<void>]>([
  [
    'months in which something was counted',
    200,
    (text) => {
      const usage = Object.fromEntries(numbers(text).map((index) => [month(index), { reads: 1 }]))
      return differing({ namespaces: [{ id: 'ns_a_1', usage }] })
    },
  ],
  [
    'keys with a rate window',
    200,
    (text) => {
      const rateWindows = numbers(text).map((index) => [`k${index}`, { number: 1, used: 1 }])
      return differing({ resume: { rateWindows: Object.fromEntries(rateWindows) } })
    },
  ],
  [
    'requests to a namespace, and its keys',
    200,
    (text) => {
      const keys = numbers(text).map((index) => ({ key: `k${index}`, scope: 'read' }))
      return differing({ namespaces: [{ id: 'ns_a_1', keys }] }, () => ask(text, '/v1/kv/ns_a_1/k'))
    },
  ],
  [
    'requests to the database, and its keys',
    200,
    (text) => {
      const keys = numbers(text).map((index) => ({ key: `k${index}` }))
      return differing({ database: { keys } }, () => ask(text, '/documents'))
    },
  ],
])('%s', (_what, n, work) => holdLinear(n, (length) => ' '.repeat(length), work))

/** Calls of which it is not known ahead what they change, and many times as many values that differ. */
const CALLS: Readonly<
  Record<string, readonly [state: (text: string) => object, call: string, body?: object]>
> = {
  'keys of the database': [
    (text) => ({ database: { keys: numbers(text).map((index) => ({ key: `k${index}` })) } }),
    'POST /database-keys',
    {},
  ],
  'namespaces that are made': [
    (text) => ({ namespaces: numbers(text).map((index) => ({ id: `ns_b_${index}` })) }),
    'POST /namespaces',
    { name: 'a' },
  ],
  'months of a namespace, and its owner': [
    (text) => {
      const usage = Object.fromEntries(numbers(text).map((index) => [month(index), { reads: 1 }]))
      return { namespaces: [{ id: 'ns_a_1', usage }] }
    },
    'PATCH /namespaces/ns_a_1',
    { limits: { reads: 7 } },
  ],
  'entries, and a snapshot that is restored': [
    (text) => ({ namespaces: [{ id: 'ns_a_1', entries: entries(text) }] }),
    'POST /snapshots/s1/restore',
  ],
}

test.each(Object.entries(CALLS))('admin calls: %s', async (_what, [state, call, body]) => {
  const [method = '', path = ''] = call.split(' ')
  const make = async ({ length }: string) => {
    if (path.includes('s1')) await admin('POST', '/snapshots', { name: 's1' })
    for (let count = 0; count < length; count++) await admin(method, path, body)
  }
  await holdLinear(
    50,
    (length) => ' '.repeat(length),
    (text) => differing(state(text.repeat(10)), () => make(text)),
  )
})

const entries = (text: string) =>
  numbers(text).map((index) => ({ key: `k${index}`, value: 1, ttlSeconds: 60 }))

function ask({ length }: string, target: string): void {
  const request = dataRequest('GET', target, { 'x-kv-key': 'k1', 'x-api-key': 'k1' })
  for (let count = 0; count < length; count++) emulator.plane.answer(emulator.world, request)
}
