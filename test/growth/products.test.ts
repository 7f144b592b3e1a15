import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { RequestCommand } from '../../src/api/command.js'
import type { Bounds } from '../../src/domain/bounds.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { callAdmin } from './ask.js'
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

const get = ({ plane, world }: LaunchedEmulator) =>
  plane.answer(world, dataRequest('GET', '/v1/kv/ns_a_1/k', { 'x-kv-key': 'kv_a' }))

test('parameters of a query, each of another name', () => {
  const queryOf = (n: number) => many(n, (index) => `p${index}=1`).join('&')
  const read: Work = async (query) => callAdmin(started[0] ?? (await start({})), 'GET', `/health?${query}`)
  // No more have a place in the head of a request.
  return holdLinear(2000, queryOf, read, 32_000)
})

test('values of a filter, and requests that it is tried on', () =>
  holdLinear(
    500,
    async (n) => {
      const emulator = await start({})
      for (const request of many(n, () => emulator)) get(request)
      return { emulator, query: `status=${'500,'.repeat(n)}501&count=true` }
    },
    ({ emulator, query }) => callAdmin(emulator, 'GET', `/requests?${query}`),
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
    10_000,
  ))

const commandOf = (request: ReturnType<typeof dataRequest>): RequestCommand =>
  new RequestCommand(request, {
    number: 1,
    at: Date.UTC(2026, 0, 31, 12),
    token: undefined,
    otherAddressOf: undefined,
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
  const without = many(16 * n, (index) => ({ id: `ns_r_${index}` }))
  return { emulator: await start({ namespaces: [{ id: 'ns_a_1', keys }, ...without] }), n }
}

test('namespaces that are looked at, and keys of another one', () => {
  const look: Work<{ emulator: LaunchedEmulator; n: number }> = async ({ emulator, n }) => {
    for (let index = 0; index < n; index++) await callAdmin(emulator, 'GET', `/namespaces/ns_r_${index}`)
  }
  return holdLinear(100, withKeys, look, 1600)
})

test('namespaces that are removed, and keys of another one', () => {
  const remove: Work<{ emulator: LaunchedEmulator; n: number }> = async ({ emulator, n }) => {
    const { size } = emulator.world.state.namespaces
    for (let last = size - 2; last > size - 2 - n; last--)
      expect((await callAdmin(emulator, 'DELETE', `/namespaces/ns_r_${last}`)).status).toBeLessThan(300)
  }
  return holdLinear(100, withKeys, remove, 1600)
})

test('tokens that are new, and keys of one id', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k' }
  const part = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url')
  let made = 0
  const token = () => `${part({ alg: 'ES256', kid: 'k' })}.${part({ sub: ++made })}.${'A'.repeat(86)}`
  return holdLinear(
    60,
    async (n) => {
      const readKeyFile = () => JSON.stringify({ keys: many(n, () => key) })
      const profile = { auth: { jwksFile: 'keys.json' } }
      const emulator = await launch({ seed: { profile } }, { readKeyFile })
      started.push(emulator)
      return { emulator, n }
    },
    async ({ emulator: { plane, world }, n }) => {
      for (let index = 0; index < n; index++) {
        const headers = { authorization: `Bearer ${token()}` }
        await plane.answer(world, dataRequest('GET', '/v1/usage/ns_a_1', headers))
      }
    },
  )
})

test.each(['PUT', 'PATCH'])(
  'small states by %s, and checkpoints behind those before them',
  async (method) => {
    const emulator = await start({})
    const { history } = emulator.world
    // All that is held is counted by way of it.
    const captures = vi.spyOn(history, 'captures')
    const stores = [{ id: 'ec_a_1', entries: [{ key: 'k', value: 1 }] }]
    const body = JSON.stringify({ stores })
    for (let done = 0; done < 300; done++)
      expect((await callAdmin(emulator, method, '/state', body)).status).toBe(200)
    expect(history.captures().length).toBeGreaterThan(290)
    expect(captures.mock.calls.length).toBeLessThan(30)
  },
)

/** Few snapshots of many windows: what very many leave to be tidied up would tell more than they take themselves. */
test('snapshots, and keys of the database with a rate window', () =>
  holdLinear(
    50,
    async (n) => {
      const rateWindows = Object.fromEntries(many(200 * n, (index) => [`k${index}`, { number: 1, used: 1 }]))
      return { emulator: await start({ resume: { rateWindows } }), n }
    },
    async ({ emulator, n }) => {
      for (let index = 0; index < n; index++) emulator.world.capture()
    },
    400,
  ))
