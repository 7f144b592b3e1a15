import { afterEach, test } from 'vitest'
import { answer } from '../../src/admin/router.js'
import { RequestCommand } from '../../src/api/command.js'
import type { Bounds } from '../../src/domain/bounds.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { holdLinear, type Work } from './hold-linear.js'

/** What depends on two sizes, which both come from outside, is linear in their sum: neither is gone through for each of the other. */

const started: LaunchedEmulator[] = []
afterEach(async () => {
  for (const emulator of started.splice(0)) await emulator.close()
})

async function start(seed: object, bounds: Partial<Bounds> = {}): Promise<LaunchedEmulator> {
  const clock = { now: '2026-01-31T12:00:00Z', freeze: true }
  const emulator = await launch({ seed: { clock, ...seed }, bounds })
  started.push(emulator)
  return emulator
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const admin = ({ home }: LaunchedEmulator, method: string, path: string, query = '') =>
  answer(home, { method, path: `/_admin${path}`, query, origin: 'http://a.test' })

const get = ({ plane, world }: LaunchedEmulator) =>
  plane.answer(world, dataRequest('GET', '/v1/kv/ns_a_1/k', { 'x-kv-key': 'kv_a' }))

test('parameters of a query, each of another name', () => {
  const queryOf = (n: number) => many(n, (index) => `p${index}=1`).join('&')
  return holdLinear(2000, queryOf, async (query) =>
    admin(started[0] ?? (await start({})), 'GET', '/health', query),
  )
})

test('values of a filter, and requests that it is tried on', () =>
  holdLinear(
    500,
    async (n) => {
      const emulator = await start({})
      for (const request of many(n, () => emulator)) get(request)
      return { emulator, query: `status=${'500,'.repeat(n)}501&count=true` }
    },
    ({ emulator, query }) => admin(emulator, 'GET', '/requests', query),
  ))

test('headers that faults ask for, and headers of a request that is run again', () =>
  holdLinear(
    200,
    async (n) => {
      const match = { header: { 'x-other': '1' } }
      const faults = many(n, (index) => ({ id: `f${index}`, match, status: 503 }))
      const emulator = await start({ faults }, { faults: 10_000 })
      const rawHeaders = many(n, (index) => [`x-${index}`.padEnd(7, 'a'), 'a']).flat()
      const request = { ...dataRequest('GET', '/documents'), rawHeaders }
      return { emulator, command: commandOf(request) }
    },
    ({ emulator: { plane, world }, command }) => plane.again(world, command),
  ))

const commandOf = (request: ReturnType<typeof dataRequest>): RequestCommand =>
  RequestCommand.of(request, {
    number: 1,
    at: Date.UTC(2026, 0, 31, 12),
    token: undefined,
    otherAddressOf: undefined,
    newest: undefined,
    shownBytesMax: 0,
  })

test('files of a seed, and what those before them hold', () => {
  const entriesOf = (name: string) =>
    many(20, (index) => ({ key: `${name}/${index}`, value: 1, ttlSeconds: 60 }))
  const readFile = (name: string) =>
    JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries: entriesOf(name) }] })
  const open: Work<readonly string[]> = async (files) => (await launch({ seed: files }, { readFile })).close()
  return holdLinear(50, (n) => many(n, (index) => `${index}`), open)
})

/** A world with so many keys, beside those of namespaces that have none. */
const withKeys = async (n: number) => {
  const keys = many(40 * n, (index) => ({ key: `x${index}`, scope: 'read' }))
  const without = many(8 * n, (index) => ({ id: `ns_r_${index}` }))
  return { emulator: await start({ namespaces: [{ id: 'ns_a_1', keys }, ...without] }), n }
}

test('namespaces that are looked at, and keys of another one', () =>
  holdLinear(100, withKeys, async ({ emulator, n }) => {
    for (let index = 0; index < n; index++) await admin(emulator, 'GET', `/namespaces/ns_r_${index}`)
  }))

test('namespaces that are removed, and keys of another one', () =>
  holdLinear(100, withKeys, async ({ emulator, n }) => {
    const { size } = emulator.world.state.namespaces
    for (let last = size - 2; last > size - 2 - n; last--)
      await admin(emulator, 'DELETE', `/namespaces/ns_r_${last}`)
  }))

test('snapshots, and keys of the database with a rate window', () =>
  holdLinear(
    100,
    async (n) => {
      const rateWindows = Object.fromEntries(many(20 * n, (index) => [`k${index}`, { number: 1, used: 1 }]))
      return { emulator: await start({ resume: { rateWindows } }), n }
    },
    async ({ emulator, n }) => {
      for (let index = 0; index < n; index++) emulator.world.capture()
    },
  ))
