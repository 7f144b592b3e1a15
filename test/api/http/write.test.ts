import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Wait } from '../../../src/api/faults/wait.js'
import { writeAnswer } from '../../../src/api/http/write.js'
import type { FaultAction, Reply } from '../../../src/api/message.js'
import { MemoryBudget } from '../../../src/core/memory.js'
import { Service } from '../../support/service.js'

/** What the timers of a fault do; what becomes of the bytes is tested on sockets (test/http/faults*.test.ts). */

const REPLY: Reply = { status: 200, headers: ['a', '1'], body: '{"ok":true}' }

class FakeResponse extends EventEmitter {
  sendDate = true
  readonly written: unknown[] = []
  readonly socket = null
  readonly req = { rawHeaders: [], resume: () => {} }

  writeHead(status: number, headers: string[]): void {
    this.written.push(status, headers)
  }

  end(body: string | undefined): void {
    this.written.push(body)
  }
}

const memory = new MemoryBudget(Number.POSITIVE_INFINITY).open()
const { world } = await Service.start({ version: 1 })
const nowhere = { world, target: '/', fallback: 'A', hasAdmin: false } as const

function start(faultAction: Partial<FaultAction>, reply?: Reply): FakeResponse {
  const response = new FakeResponse()
  const whole = { fault: 'f_1', delayMs: 0, connection: undefined, ...faultAction }
  // The global ones, which are fakes here.
  writeAnswer(response as unknown as ServerResponse, { reply, faultAction: whole }, nowhere, {
    memory,
    timers: { set: setTimeout, clear: clearTimeout },
  })
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
  it('without a delay is written at once, and no timer is set', () => {
    const response = start({ delayMs: 0 }, REPLY)
    expect(response.written).toEqual(WRITTEN)
    expect(response.sendDate).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is held for its delay', () => {
    const response = start({ delayMs: 200 }, REPLY)
    vi.advanceTimersByTime(199)
    expect(response.written).toEqual([])
    vi.advanceTimersByTime(1)
    expect(response.written).toEqual(WRITTEN)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('whose client is gone is not written, and no timer holds the process', () => {
    const response = start({ delayMs: 3_600_000 }, REPLY)
    expect(vi.getTimerCount()).toBe(1)
    response.emit('close')
    expect(vi.getTimerCount()).toBe(0)
    vi.runAllTimers()
    expect(response.written).toEqual([])
  })

  it('may be held for as long as a timer can wait', () => {
    const response = start({ delayMs: 2 ** 31 - 1 }, REPLY)
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(response.written).toEqual([])
    vi.advanceTimersByTime(1)
    expect(response.written).toEqual(WRITTEN)
  })
})

it('that there is no room to hold back is refused, and nobody is waiting any more', () => {
  const wait = new Wait(
    () => 0,
    () => {},
  )
  const full = new MemoryBudget(100).open()
  const response = new FakeResponse()
  const answer = { reply: REPLY, faultAction: { fault: 'f_1', delayMs: 200, connection: undefined, wait } }
  writeAnswer(response as unknown as ServerResponse, answer, nowhere, { memory: full })
  expect(response.written[0]).toBe(503)
  expect(wait.ended).toBe('answered')
  expect(vi.getTimerCount()).toBe(0)
})

it.each(['hang', 'reset', 'close', 'garbage'] as const)('%s writes no answer', (connection) => {
  const response = start({ connection })
  expect(response.written).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
