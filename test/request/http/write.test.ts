import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Wait } from '../../../src/domain/faults/wait.js'
import type { FaultAction, Reply } from '../../../src/domain/requests/reply.js'
import { UNANSWERED } from '../../../src/request/faults/hold.js'
import { writeAnswer } from '../../../src/request/http/write.js'

/** The timers of a fault. test/http/faults*.test.ts test the bytes on the socket. */

const REPLY: Reply = { status: 200, headers: ['a', '1'], body: '{"ok":true}' }

class FakeResponse extends EventEmitter {
  sendDate = true
  headersSent = false
  /** Thrown when the next head is written. */
  defect: Error | undefined
  readonly written: unknown[] = []
  readonly socket = null

  writeHead(status: number, headers: string[]): void {
    const { defect } = this
    this.defect = undefined
    if (defect !== undefined) throw defect
    this.written.push(status, headers)
  }

  flushHeaders(): void {
    this.headersSent = true
  }

  write(bytes: Buffer): boolean {
    this.written.push(bytes.toString())
    return true
  }

  end(body: string | undefined): void {
    this.written.push(body)
  }
}

function start(
  faultAction: Partial<FaultAction>,
  reply?: Reply,
  response = new FakeResponse(),
  onDefect = (error: unknown): void => expect.unreachable(String(error)),
): FakeResponse {
  const whole = { fault: 'f_1', delayMs: 0, connection: undefined, ...faultAction }
  // The global ones, which are fakes here.
  const timers = { set: setTimeout, clear: clearTimeout }
  const written = writeAnswer(response as unknown as ServerResponse, { reply, faultAction: whole }, timers)
  written?.catch(onDefect)
  return response
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const WRITTEN = [200, ['a', '1'], '{"ok":true}']

describe('an answer', () => {
  test('an answer without a delay is written at once, without a timer', () => {
    const response = start({ delayMs: 0 }, REPLY)
    expect(response.written).toEqual(WRITTEN)
    expect(response.sendDate).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an answer is delayed', () => {
    const response = start({ delayMs: 200 }, REPLY)
    vi.advanceTimersByTime(199)
    expect(response.written).toEqual([])
    vi.advanceTimersByTime(1)
    expect(response.written).toEqual(WRITTEN)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an answer is not written once its client left, and no timer keeps the process alive', () => {
    const response = start({ delayMs: 3_600_000 }, REPLY)
    expect(vi.getTimerCount()).toBe(1)
    response.emit('close')
    expect(vi.getTimerCount()).toBe(0)
    vi.runAllTimers()
    expect(response.written).toEqual([])
  })

  test('an answer may be delayed for as long as a timer can wait', () => {
    const response = start({ delayMs: 2 ** 31 - 1 }, REPLY)
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(response.written).toEqual([])
    vi.advanceTimersByTime(1)
    expect(response.written).toEqual(WRITTEN)
  })
})

const newWait = () =>
  new Wait(
    () => 0,
    () => {},
  )

describe('the wait of a request', () => {
  test.each<[Partial<FaultAction>, Reply | undefined, string]>([
    [{}, REPLY, 'answered'],
    [{ connection: 'reset' }, undefined, 'broken'],
    [{ connection: 'truncate' }, REPLY, 'broken'],
    [{ connection: 'hang' }, undefined, 'waiting'],
    [{ delayMs: 1 }, REPLY, 'waiting'],
  ])('the wait of a request with %j records how it ended', (action, reply, ended) => {
    const wait = newWait()
    const response = start({ ...action, wait }, reply)
    expect(wait.ended).toBe(ended)
    response.emit('close')
    expect(wait.ended).toBe(ended === 'waiting' ? 'aborted' : ended)
  })
})

test('a defect in a delayed answer is given to the caller', async () => {
  const told = vi.fn()
  const response = start({ delayMs: 5 }, REPLY, new FakeResponse(), told)
  const defect = new Error('broken')
  response.defect = defect
  await vi.advanceTimersByTimeAsync(5)
  expect(told).toHaveBeenCalledExactlyOnceWith(defect)
})

test.each(['truncate', 'cut'] as const)('a %s fault writes the head and half of the bytes', (connection) => {
  const response = start({ connection }, { ...REPLY, body: 'äbcd' })
  expect(response.written).toEqual([200, ['a', '1'], 'ä'])
  expect([response.sendDate, response.headersSent]).toEqual([false, true])
  expect(response.listenerCount('socket')).toBe(1)
  expect(start({ connection }, { ...REPLY, body: undefined }).written).toEqual([200, ['a', '1'], ''])
})

test('a request that gets no answer keeps its connection as it is', () => {
  expect(start({}).eventNames()).toEqual([])
  expect(start({ connection: 'hang' }).listenerCount('socket')).toBe(0)
  expect(start({ connection: 'reset' }).listenerCount('socket')).toBe(1)
  const response = new FakeResponse()
  writeAnswer(response as unknown as ServerResponse, UNANSWERED)
  expect([response.written, response.eventNames()]).toEqual([[], []])
})

test.each(['hang', 'reset', 'close', 'garbage'] as const)('a %s fault writes no answer', (connection) => {
  const response = start({ connection })
  expect(response.written).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['reset', ['reset']],
  ['close', ['closed']],
  ['garbage', ['ended with latin1']],
] as const)(
  'a %s fault breaks the connection only after the earlier answers are written',
  async (connection, end) => {
    const did: string[] = []
    const socket = {
      bytesWritten: 0,
      write: (text: string, flushed: () => void) => {
        did.push(`wrote "${text}"`)
        flushed()
      },
      resetAndDestroy: () => did.push('reset'),
      destroySoon: () => did.push('closed'),
      end: (_bytes: string, encoding: string) => did.push(`ended with ${encoding}`),
    }
    start({ connection }).emit('socket', socket)
    expect(did).toEqual([])
    await Promise.resolve()
    expect(did).toEqual(['wrote ""', ...end])
  },
)
