import { describe, expect, test, vi } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { SEED, startInProcess } from '../../client/emulators.js'
import { EventReader } from '../../support/event-stream.js'
import { askAdmin } from '../ask-admin.js'

const GREETING = '/v1/kv/ns_shop_k3v9x2/greeting'
const KEY = { headers: { 'X-KV-Key': 'kv_admin_shop' } }

const open = ({ adminUrl }: EmulatorClient, query = ''): Promise<EventReader> =>
  EventReader.open(`${adminUrl}/events${query}`)

describe('the events of a world', () => {
  test('the events of a world come as a stream of Server-Sent Events', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    expect(events.response.status).toBe(200)
    expect(events.response.headers.get('content-type')).toBe('text/event-stream')
    expect(events.response.headers.get('cache-control')).toBe('no-store')
    expect(events.response.headers.get('x-accel-buffering')).toBe('no')
  })

  test('the events of a world show a request as the journal lists it', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    await emulator.fetch(GREETING, KEY)
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
    await emulator.fetch(`${GREETING}/with/slashes`)
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
  })

  test('the events of a world show the clock as GET /clock does, once it was moved', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    await emulator.clock.to('next-month', { dryRun: true })
    await emulator.clock.advance('1h')
    expect(await events.next()).toEqual(['clock', await emulator.clock.get()])
  })

  test('the events of a world report each change to a fault', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator, '?types=fault')
    const fault = await emulator.faults.add({ id: 'f', status: 503, times: 2 })
    await emulator.faults.add([{ id: 'f', status: 504 }, { status: 500 }])
    await emulator.fetch(GREETING, KEY)
    await askAdmin(emulator, 'PATCH /faults/f_1', { enabled: false })
    await emulator.faults.remove('f')
    await emulator.faults.clear()
    expect(await events.take(7)).toEqual([
      ['fault', { change: 'added', fault }],
      ['fault', { change: 'changed', fault: expect.objectContaining({ id: 'f', status: 504, hits: 0 }) }],
      ['fault', { change: 'added', fault: expect.objectContaining({ id: 'f_1', status: 500 }) }],
      ['fault', { change: 'fired', fault: expect.objectContaining({ id: 'f', matches: 1, hits: 1 }) }],
      ['fault', { change: 'changed', fault: expect.objectContaining({ id: 'f_1', enabled: false }) }],
      ['fault', { change: 'removed', fault: expect.objectContaining({ id: 'f', hits: 1 }) }],
      ['fault', { change: 'removed', fault: expect.objectContaining({ id: 'f_1' }) }],
    ])
  })

  test('the events of a world report that the state was replaced, and by which call', async () => {
    await using emulator = await startInProcess()
    await emulator.snapshots.take('s')
    const events = await open(emulator, '?types=reset')
    await emulator.reset()
    await emulator.snapshots.restore('s')
    await emulator.state.replace(SEED)
    await emulator.state.merge({ version: 1 })
    expect((await askAdmin(emulator, 'PUT /seed', SEED)).status).toBe(200)
    const causes = ['reset', 'restore', 'state', 'merge', 'seed']
    expect(await events.take(5)).toEqual(causes.map((cause) => ['reset', { cause }]))
  })

  test.each(['?types=clock,reset', '?types=clock&types=reset'])(
    'the events of a world are those that %s asks for',
    async (query) => {
      await using emulator = await startInProcess()
      const events = await open(emulator, query)
      await emulator.fetch(GREETING, KEY)
      await emulator.clock.advance('1h')
      await emulator.reset()
      expect((await events.take(2)).map(([event]) => event)).toEqual(['clock', 'reset'])
    },
  )

  test('the events of a world name the part of the world that an admin call changed', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator, '?types=change')
    await emulator.clock.advance('1h')
    const { id } = await emulator.faults.add({ status: 503 })
    await emulator.faults.remove(id)
    await emulator.snapshots.take('s')
    await emulator.profile.patch({ kv: { putStatus: 201 } })
    expect(await events.take(5)).toEqual([
      ['change', { area: 'clock' }],
      ['change', { area: 'faults' }],
      ['change', { area: 'faults', id }],
      ['change', { area: 'snapshots' }],
      ['change', { area: 'profile' }],
    ])
  })

  test('the events of a world name the request that a fault no longer delays', async () => {
    await using emulator = await startInProcess()
    await emulator.faults.add({ delay: 1 })
    const events = await open(emulator, '?types=request,change')
    await emulator.fetch(GREETING, KEY)
    const [asked, ended] = await events.take(2)
    expect(asked).toEqual(['request', expect.objectContaining({ id: 'r1', ended: 'waiting' })])
    expect(ended).toEqual(['change', { area: 'requests', id: 'r1' }])
    expect((await emulator.request('r1')).ended).toBe('answered')
  })

  test('the events of a world are not those of another world', async () => {
    await using emulator = await startInProcess()
    await using world = await emulator.world()
    const [here, there] = [await open(emulator), await open(world)]
    await emulator.clock.advance('1h')
    await world.fetch(GREETING, KEY)
    expect((await here.next())?.[0]).toBe('clock')
    expect((await there.next())?.[0]).toBe('request')
  })

  test('reach each reader, even if another one left', async () => {
    await using emulator = await startInProcess()
    const [first, second] = [await open(emulator), await open(emulator)]
    await first.close()
    for (let i = 0; i < 3; i++) {
      await emulator.fetch(GREETING, KEY)
      expect((await second.next())?.[0]).toBe('request')
    }
  })

  test.each([
    ['?types=request,clocks', /"request,clocks"/],
    ['?types=', /""/],
    ['?type=request', /type/],
  ])('the events of a world refuse %s', async (query, message) => {
    await using emulator = await startInProcess()
    const response = await askAdmin(emulator, `GET /events${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('request, clock, fault, reset'),
    })
  })

  test('the events of a world need a socket', async () => {
    await using emulator = await startInProcess()
    const response = await emulator.fetch(`${emulator.adminUrl}/events`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ hint: expect.stringContaining(emulator.baseUrl) })
  })

  test('the events of a world need the admin token', async () => {
    await using emulator = await startInProcess({ adminToken: 'secret' })
    expect((await askAdmin(emulator, 'GET /events')).status).toBe(401)
    const events = await EventReader.open(`${emulator.adminUrl}/events`, {
      headers: { Authorization: 'Bearer secret' },
    })
    await emulator.clock.advance('1h')
    expect((await events.next())?.[0]).toBe('clock')
  })
})

test('a stream of events ends with its world', async () => {
  await using emulator = await startInProcess()
  const world = await emulator.world()
  const [events, others] = [await open(world), await open(emulator)]
  await world.close()
  expect(await events.next()).toBeUndefined()
  await emulator.clock.advance('1h')
  expect((await others.next())?.[0]).toBe('clock')
})

test('a stream of events ends with the emulator, which does not wait for it', async () => {
  const emulator = await startInProcess()
  const world = await emulator.world()
  const streams = [await open(emulator), await open(world)]
  // A stop gives requests in flight some time. There are none here, so it needs no timer.
  using _time = fakeTimeouts()
  const [, ...ends] = await Promise.all([emulator.close(), ...streams.map((events) => events.next())])
  expect(ends).toEqual([undefined, undefined])
})

/** Replaces timers with ones that never fire, until it is disposed. */
function fakeTimeouts(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  return { [Symbol.dispose]: () => vi.useRealTimers() }
}
