import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AnswerStream } from '../../../src/admin/call.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { travel } from '../../../src/domain/travel.js'
import { SEED, startInProcess } from '../../client/emulators.js'
import { adminRouter, contextOf } from '../../support/admin-calls.js'
import { EventReader, eventsIn, idsIn } from '../../support/event-stream.js'
import { Service } from '../../support/service.js'

const GREETING = '/v1/kv/ns_shop_k3v9x2/greeting'
const KEY = { headers: { 'X-KV-Key': 'kv_admin_shop' } }

const open = ({ adminUrl }: EmulatorClient, query = ''): Promise<EventReader> =>
  EventReader.open(`${adminUrl}/events${query}`)

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

/** A timer that fires only when told to. */
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
    const reply = await adminRouter.answer(context, {
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

describe('a reader that reconnects', () => {
  /** The name of each received event, or the id of its request. */
  const namesIn = (socket: SlowSocket) =>
    eventsIn(socket.writes.join('')).map(([event, data]) => {
      if (event === 'request') return (data as { id: string }).id
      return event === 'dropped' ? `dropped ${(data as { dropped: number }).dropped}` : event
    })
  const move = ({ world }: { readonly world: Service['world'] }) => travel(world, { freeze: true })

  test('a reader that reconnects receives the events after the one that it names, in order and with the same ids', async () => {
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

  test('a reader that reconnects receives the events of the time when nobody listened, and the later ones', async () => {
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

  test.each(['', 'nonsense', '1-2-3', 'a-b'])(
    'a reader that reconnects receives nothing for the id %j',
    async (id) => {
      const { service, open } = await listenTo(SEED)
      await send(service)
      expect((await open(id)).writes).toHaveLength(1)
    },
  )

  test('a reader that reconnects receives the events over HTTP as well', async () => {
    await using emulator = await startInProcess()
    await emulator.fetch(GREETING, KEY)
    const events = await EventReader.open(`${emulator.adminUrl}/events`, {
      headers: { 'Last-Event-ID': 'other-0' },
    })
    expect(await events.next()).toEqual(['request', (await emulator.requests())[0]])
  })
})

test('a silent stream is kept open by comments, as long as somebody reads', async () => {
  const { socket, timer } = await listenTo(SEED)
  expect(timer.ms).toBe(10_000)
  timer.run?.()
  timer.run?.()
  expect(socket.writes.slice(1)).toEqual([': ping\n\n', ': ping\n\n'])
  socket.tell('close')
  expect(timer.run).toBeUndefined()
})

test('a silent stream gets no comment while its reader is slow', async () => {
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

test('a slow reader gets one write per turn of the event loop', async () => {
  const { service, socket } = await listenTo(SEED)
  for (let i = 0; i < 50; i++) void send(service)
  await turn()
  expect(socket.writes).toHaveLength(2)
  expect(eventsIn(socket.writes.join(''))).toHaveLength(50)
})

test('a slow reader gets the number of missed events, after those that were buffered', async () => {
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
  const received = eventsIn(socket.writes[2] ?? '')
  const last = received.pop()
  const requests = received.map(([event, data]) => [event, (data as { id: string }).id])
  expect(requests).toEqual(requests.map((_, index) => ['request', `r${index + 2}`]))
  expect(last).toEqual(['dropped', { dropped: sent - requests.length }])
  expect(socket.writes[2]?.length).toBeLessThan(1_100_000)
  expect(requests.length).toBeGreaterThan(50)
  // From here on the stream works as before.
  socket.isFull = false
  socket.tell('drain')
  await send(service)
  await turn()
  expect(eventsIn(socket.writes[3] ?? '')).toHaveLength(1)
})

test('a slow reader misses an event that is too long by itself, and none after it', async () => {
  await using emulator = await startInProcess()
  const events = await open(emulator, '?types=fault,clock')
  await emulator.faults.add({ status: 503, body: 'x'.repeat(1024 * 1024) })
  expect(await events.next()).toEqual(['dropped', { dropped: 1 }])
  await emulator.clock.advance('1h')
  expect((await events.next())?.[0]).toBe('clock')
})

test('a slow reader gets no writes once it left', async () => {
  const { service, socket } = await listenTo(SEED)
  socket.tell('close')
  await send(service)
  await turn()
  expect(socket.writes).toHaveLength(1)
})
