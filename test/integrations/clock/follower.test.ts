import { createServer, type RequestListener, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import { ClockFollower } from '../../../src/integrations/clock/follower.js'

/** EMULATOR_URL may belong to any program. The application must start and run all the same. */

const READING = { now: 1000, iso: '1970-01-01T00:00:01.000Z', mode: 'frozen', rate: 1 }

let server: Server
let events: RequestListener
let clock: RequestListener
let sockets: Set<{ destroy(): void }>

beforeEach(async () => {
  events = (_request, response) => response.writeHead(200).write(': here\n\n')
  clock = (_request, response) => response.end(JSON.stringify(READING))
  sockets = new Set()
  server = createServer((asked, response) =>
    (asked.url?.includes('/events') === true ? events : clock)(asked, response),
  )
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.close()
  for (const socket of sockets) socket.destroy()
})

/** Follows the server. Pauses end when the test says so. */
function follow() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = []
  const readings: ClockInfo[] = []
  const lost = vi.fn<(reason: string) => void>()
  const follower = new ClockFollower(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    undefined,
    {
      request,
      realNow: () => 0,
      pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
      onReading: (reading) => readings.push(reading),
      onLost: lost,
    },
  )
  return { started: follower.start(), pauses, readings, lost }
}

/** Keeps writing as fast as the client reads. */
function pour(response: ServerResponse, status = 200): void {
  response.writeHead(status)
  const more = () => {
    for (let piece = 0; piece < 50 && response.write('x'.repeat(65_536)); piece++);
  }
  response.on('drain', more).on('error', () => {})
  more()
}

const NONE = "the answer isn't from an emulator"

describe('there is no clock if', () => {
  test.each<[string, object]>([
    ['the time is missing', { mode: 'frozen', rate: 1 }],
    ['the mode is missing', { now: 5 }],
    ['the rate is text', { now: 5, mode: 'running', rate: '1', realNow: 5 }],
    ['the clock runs backwards', { now: 5, mode: 'running', rate: -1, realNow: 5 }],
    ['the real time is missing', { now: 5, mode: 'running', rate: 1 }],
    ['the time is too late for a Date', { now: 1e300, mode: 'frozen', rate: 1 }],
  ])('there is no clock if %s', async (_name, reading) => {
    clock = (_request, response) => response.end(JSON.stringify(reading))
    const { started, lost, readings } = follow()
    await started
    expect(lost).toHaveBeenCalledExactlyOnceWith(NONE)
    expect(readings).toEqual([])
  })

  test.each<[string, RequestListener]>([
    ['the response is not JSON', (_request, response) => response.end('<html>')],
    ['the response has no end', (_request, response) => pour(response)],
  ])('there is no clock if %s', async (_name, listener) => {
    clock = listener
    const { started, lost } = follow()
    await started
    expect(lost).toHaveBeenCalledExactlyOnceWith(NONE)
  })

  test.each<[string, RequestListener]>([
    ['a refusal has no end', (_request, response) => pour(response, 500)],
    [
      'the protocol is changed',
      (_request, response) =>
        response.socket?.write('HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    ],
  ])('there is no clock if %s', async (_name, listener) => {
    events = listener
    const { started, lost } = follow()
    await started
    expect(lost).toHaveBeenCalledExactlyOnceWith(NONE)
  })

  test.each<[string, string]>([
    ['the head of a response', 'HTTP/1.1 200 OK\r\n'],
    ['a response', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{'],
  ])('the clock is read even if %s comes byte by byte', async (_name, begin) => {
    clock = (_request, { socket }) => void socket?.write(begin)
    const { started, lost, pauses } = follow()
    await expect
      .poll(() => pauses.filter(({ ms }) => ms === 10_000))
      .toHaveLength(begin.includes('99') ? 3 : 2)
    for (const { end } of pauses) end()
    await started
    expect(lost).toHaveBeenCalledExactlyOnceWith("it doesn't answer")
  })
})

test('an event without an end is not buffered', async () => {
  const closed = vi.fn()
  events = (_request, response) => {
    pour(response)
    response.on('close', closed)
  }
  const { started, lost } = follow()
  await started
  await expect.poll(() => lost.mock.calls).toContainEqual([NONE])
  await expect.poll(() => closed.mock.calls).not.toEqual([])
})

test('however many resets are reported, only one request for the clock runs at a time', async () => {
  let asked = 0
  let open = 0
  let most = 0
  clock = (_request, response) => {
    asked++
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      response.end(JSON.stringify(READING))
    })
  }
  events = (_request, response) => response.writeHead(200).write('event: reset\ndata: {}\n\n'.repeat(1000))
  const { started, readings } = follow()
  await started
  await expect.poll(() => readings).toEqual([READING])
  expect(most).toBe(1)
  expect(asked).toBeLessThan(20)
})
