import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { AnswerStream } from '../../../src/admin/call.js'
import { answer } from '../../../src/admin/router.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { travel } from '../../../src/domain/travel.js'
import { SEED, startInProcess } from '../../client/emulators.js'
import { contextOf } from '../../support/admin-calls.js'
import { EventReader, eventsIn, idsIn } from '../../support/event-stream.js'
import { Service } from '../../support/service.js'
import { askAdmin } from '../ask-admin.js'

const GREETING = '/v1/kv/ns_shop_k3v9x2/greeting'
const KEY = { headers: { 'X-KV-Key': 'kv_admin_shop' } }

const open = ({ adminUrl }: EmulatorClient, query = ''): Promise<EventReader> =>
  EventReader.open(`${adminUrl}/events${query}`)

describe('the events of a world', () => {
  it('come as a stream of Server-Sent Events', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    expect(events.response.status).toBe(200)
    expect(events.response.headers.get('content-type')).toBe('text/event-stream')
    expect(events.response.headers.get('cache-control')).toBe('no-store')
    expect(events.response.headers.get('x-accel-buffering')).toBe('no')
  })

  it('tell a request as the journal lists it', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    await emulator.fetch(GREETING, KEY)
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
    await emulator.fetch(`${GREETING}/with/slashes`)
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
  })

  it('tell the clock as GET /clock does, once it was moved', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator)
    await emulator.clock.to('next-month', { dryRun: true })
    await emulator.clock.advance('1h')
    expect(await events.next()).toEqual(['clock', await emulator.clock.get()])
  })

  it('tell what becomes of each fault', async () => {
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

  it('tell that the world is another one, and what made it so', async () => {
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

  it.each(['?types=clock,reset', '?types=clock&types=reset'])('are those that %s asks for', async (query) => {
    await using emulator = await startInProcess()
    const events = await open(emulator, query)
    await emulator.fetch(GREETING, KEY)
    await emulator.clock.advance('1h')
    await emulator.reset()
    expect((await events.take(2)).map(([event]) => event)).toEqual(['clock', 'reset'])
  })

  it('tell which part of the world an admin call changed', async () => {
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

  it('tell which request a fault holds back no longer', async () => {
    await using emulator = await startInProcess()
    await emulator.faults.add({ delay: 1 })
    const events = await open(emulator, '?types=request,change')
    await emulator.fetch(GREETING, KEY)
    const [asked, ended] = await events.take(2)
    expect(asked).toEqual(['request', expect.objectContaining({ id: 'r1', ended: 'waiting' })])
    expect(ended).toEqual(['change', { area: 'requests', id: 'r1' }])
    expect((await emulator.request('r1')).ended).toBe('answered')
  })

  it('are not those of another world', async () => {
    await using emulator = await startInProcess()
    await using world = await emulator.world()
    const [here, there] = [await open(emulator), await open(world)]
    await emulator.clock.advance('1h')
    await world.fetch(GREETING, KEY)
    expect((await here.next())?.[0]).toBe('clock')
    expect((await there.next())?.[0]).toBe('request')
  })

  it('reach each reader, and one that left disturbs nobody', async () => {
    await using emulator = await startInProcess()
    const [first, second] = [await open(emulator), await open(emulator)]
    await first.close()
    for (let i = 0; i < 3; i++) {
      await emulator.fetch(GREETING, KEY)
      expect((await second.next())?.[0]).toBe('request')
    }
  })

  it.each([
    ['?types=request,clocks', /"request,clocks"/],
    ['?types=', /""/],
    ['?type=request', /type/],
  ])('refuse %s', async (query, message) => {
    await using emulator = await startInProcess()
    const response = await askAdmin(emulator, `GET /events${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('request, clock, fault, reset'),
    })
  })

  it('need a socket', async () => {
    await using emulator = await startInProcess()
    const response = await emulator.fetch(`${emulator.adminUrl}/events`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ hint: expect.stringContaining(emulator.baseUrl) })
  })

  it('need the admin token', async () => {
    await using emulator = await startInProcess({ adminToken: 'secret' })
    expect((await askAdmin(emulator, 'GET /events')).status).toBe(401)
    const events = await EventReader.open(`${emulator.adminUrl}/events`, {
      headers: { Authorization: 'Bearer secret' },
    })
    await emulator.clock.advance('1h')
    expect((await events.next())?.[0]).toBe('clock')
  })
})

describe('the stream ends', () => {
  it('with its world', async () => {
    await using emulator = await startInProcess()
    const world = await emulator.world()
    const [events, others] = [await open(world), await open(emulator)]
    await world.close()
    expect(await events.next()).toBeUndefined()
    await emulator.clock.advance('1h')
    expect((await others.next())?.[0]).toBe('clock')
  })

  it('with the emulator, which does not wait for it', async () => {
    const emulator = await startInProcess()
    const world = await emulator.world()
    const streams = [await open(emulator), await open(world)]
    // Requests in flight are given some time; these are none, so the stop needs no timer.
    using _time = fakeTimeouts()
    const [, ...ends] = await Promise.all([emulator.close(), ...streams.map((events) => events.next())])
    expect(ends).toEqual([undefined, undefined])
  })
})

/** A socket whose other side reads only when told to. */
class SlowSocket implements AnswerStream {
  readonly writes: string[] = []
  isFull = false
  readonly #waiting = new Map<string, () => void>()
  write(text: string): boolean {
    this.writes.push(text)
    return !this.isFull
  }
  end(): void {}
  once(event: string, then: () => void): void {
    this.#waiting.set(event, then)
  }
  tell(event: string): void {
    this.#waiting.get(event)?.()
  }
}

/** A timer that runs when told to. */
class FakeTimer {
  ms: number | undefined
  run: (() => void) | undefined
  readonly every = (ms: number, run: () => void) => {
    this.ms = ms
    this.run = run
    return () => {
      this.run = undefined
    }
  }
}

async function listenTo(seed: object) {
  const service = await Service.start(seed)
  const timer = new FakeTimer()
  const context = contextOf(service, timer.every)
  const open = async (lastEventId?: string, query = '') => {
    const socket = new SlowSocket()
    const reply = await answer(context, {
      method: 'GET',
      path: '/_admin/events',
      query,
      origin: 'http://emulator.test',
      hasSocket: true,
      ...(lastEventId === undefined ? {} : { lastEventId }),
    })
    reply.stream?.(socket)
    return socket
  }
  return { service, socket: await open(), world: service.world, timer, open }
}

const send = (service: Service, path = '/documents') =>
  service.send(`GET ${path}`, { headers: { 'X-API-Key': 'db_dev' } })

describe('a reader that comes back', () => {
  /** What a reader was told: each event's name, and the id of a request. */
  const namesIn = (socket: SlowSocket) =>
    eventsIn(socket.writes.join('')).map(([event, data]) => {
      if (event === 'request') return (data as { id: string }).id
      return event === 'dropped' ? `dropped ${(data as { dropped: number }).dropped}` : event
    })
  const move = ({ world }: { readonly world: Service['world'] }) => travel(world, { freeze: true })

  it('is told what came behind the event that it names, in order and under the same ids', async () => {
    const listening = await listenTo(SEED)
    const { service, socket, open } = listening
    await send(service)
    move(listening)
    await send(service)
    await send(service)
    move(listening)
    await turn()
    const ids = idsIn(socket.writes.join(''))
    expect(namesIn(socket)).toEqual(['r1', 'clock', 'r2', 'r3', 'clock'])
    expect(new Set(ids).size).toBe(5)
    for (const [index, id] of ids.entries()) {
      const again = await open(id)
      expect(namesIn(again)).toEqual(namesIn(socket).slice(index + 1))
      expect(idsIn(again.writes.join(''))).toEqual(ids.slice(index + 1))
    }
  })

  it('is told what happened while no one listened, and what comes then', async () => {
    const listening = await listenTo(SEED)
    const { service, socket, open } = listening
    move(listening)
    await turn()
    const [id] = idsIn(socket.writes.join(''))
    socket.tell('close')
    await send(service)
    move(listening)
    const again = await open(id)
    await send(service)
    await turn()
    expect(namesIn(again)).toEqual(['r1', 'clock', 'r2'])
    expect(namesIn(await open(id, 'types=clock'))).toEqual(['clock'])
  })

  it('is told all that is known where the id is from before a restart', async () => {
    const { service, open } = await listenTo(SEED)
    await send(service)
    expect(namesIn(await open('other-0'))).toEqual(['r1'])
    expect(namesIn(await open('other-500'))).toEqual(['r1'])
  })

  it.each(['', 'nonsense', '1-2-3', 'a-b'])('is told nothing for the id %j', async (id) => {
    const { service, open } = await listenTo(SEED)
    await send(service)
    expect((await open(id)).writes).toHaveLength(1)
  })

  it('is told how much of it is forgotten, first', async () => {
    const { service, socket, world, open } = await listenTo(SEED)
    await send(service)
    await turn()
    const [id] = idsIn(socket.writes.join(''))
    await send(service)
    await send(service)
    world.journal.clear()
    await send(service)
    expect(namesIn(await open(id))).toEqual(['dropped 2', 'r4'])
  })

  it('is told the last thousand of more', async () => {
    const listening = await listenTo(SEED)
    const { open } = listening
    for (let moved = 0; moved < 2500; moved++) move(listening)
    const names = namesIn(await open('other-0'))
    expect([names.length, names[0], names.at(-1)]).toEqual([1001, 'dropped 1500', 'clock'])
  })

  it('does so over HTTP', async () => {
    await using emulator = await startInProcess()
    await emulator.fetch(GREETING, KEY)
    const events = await EventReader.open(`${emulator.adminUrl}/events`, {
      headers: { 'Last-Event-ID': 'other-0' },
    })
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
  })
})

describe('a stream that is silent', () => {
  it('is kept open by comments, for as long as somebody reads', async () => {
    const { socket, timer } = await listenTo(SEED)
    expect(timer.ms).toBe(10_000)
    timer.run?.()
    timer.run?.()
    expect(socket.writes.slice(1)).toEqual([': ping\n\n', ': ping\n\n'])
    socket.tell('close')
    expect(timer.run).toBeUndefined()
  })

  it('is left alone while its reader is behind', async () => {
    const { service, socket, timer } = await listenTo(SEED)
    socket.isFull = true
    timer.run?.()
    timer.run?.()
    expect(socket.writes).toHaveLength(2)
    await send(service)
    await turn()
    expect(socket.writes).toHaveLength(2)
    socket.isFull = false
    socket.tell('drain')
    expect(eventsIn(socket.writes[2] ?? '')).toHaveLength(1)
  })
})

describe('a reader that is slow', () => {
  it('is written to once in a turn of the event loop', async () => {
    const { service, socket } = await listenTo(SEED)
    for (let i = 0; i < 50; i++) void send(service)
    await turn()
    expect(socket.writes).toHaveLength(2)
    expect(eventsIn(socket.writes.join(''))).toHaveLength(50)
  })

  it('gets what it missed as a number, behind what waited for it', async () => {
    const { service, socket } = await listenTo(SEED)
    socket.isFull = true
    await send(service)
    await turn()
    const long = `/documents?${'x'.repeat(10_000)}`
    const sent = 300
    for (let i = 0; i < sent; i++) await send(service, `/v1/${'x'.repeat(10_000)}${long}`)
    await turn()
    expect(socket.writes).toHaveLength(2)
    socket.tell('drain')
    const told = eventsIn(socket.writes[2] ?? '')
    const last = told.pop()
    const requests = told.map(([event, data]) => [event, (data as { id: string }).id])
    expect(requests).toEqual(requests.map((_, index) => ['request', `r${index + 2}`]))
    expect(last).toEqual(['dropped', { dropped: sent - requests.length }])
    expect(socket.writes[2]?.length).toBeLessThan(1_100_000)
    expect(requests.length).toBeGreaterThan(50)
    // From here on as if nothing had been.
    socket.isFull = false
    socket.tell('drain')
    await send(service)
    await turn()
    expect(eventsIn(socket.writes[3] ?? '')).toHaveLength(1)
  })

  it('misses one that is too long by itself, and none behind it', async () => {
    await using emulator = await startInProcess()
    const events = await open(emulator, '?types=fault,clock')
    await emulator.faults.add({ status: 503, body: 'x'.repeat(1024 * 1024) })
    expect(await events.next()).toEqual(['dropped', { dropped: 1 }])
    await emulator.clock.advance('1h')
    expect((await events.next())?.[0]).toBe('clock')
  })

  it('costs nothing once it is gone', async () => {
    const { service, socket } = await listenTo(SEED)
    socket.tell('close')
    await send(service)
    await turn()
    expect(socket.writes).toHaveLength(1)
  })
})

/** Timers that do not fire, until it is disposed of. */
function fakeTimeouts(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  return { [Symbol.dispose]: () => vi.useRealTimers() }
}
