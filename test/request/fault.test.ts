import { describe, expect, test } from 'vitest'
import { RandomSource, type RandomStream } from '../../src/core/random.js'
import { Refusal } from '../../src/core/refusal.js'
import type { FaultEffect } from '../../src/domain/faults/fault.js'
import {
  delayOf,
  FAULT_HEADER,
  replaces,
  requestedFault,
  runsOperation,
} from '../../src/request/faults/fault.js'

const fault = (effect: FaultEffect) => ({ id: 'f_1', effect })

const certain = (): RandomStream => {
  throw new Error('a chance was drawn')
}

function asked(value: string | undefined): FaultEffect | undefined {
  const found = requestedFault(value === undefined ? [] : ['X-Emulator-Fault', value])
  if (found !== undefined) expect(found.id).toBe(FAULT_HEADER)
  return found?.effect
}

describe('X-Emulator-Fault', () => {
  test.each<[string | undefined, FaultEffect | undefined]>([
    [undefined, undefined],
    ['503', { status: 503 }],
    ['reset', { connection: 'reset' }],
    ['connection=reset', { connection: 'reset' }],
    ['status=503; connection = truncate', { status: 503, connection: 'truncate' }],
    ['close', { connection: 'close' }],
    ['hang', { connection: 'hang' }],
    ['truncate', { connection: 'truncate' }],
    ['503; truncate', { status: 503, connection: 'truncate' }],
    ['503; effect=after; delay=200ms', { status: 503, effect: 'after', delay: 200 }],
    ['reset;effect = before;delay = 0', { connection: 'reset', effect: 'before', delay: 0 }],
    ['delay=250', { delay: 250 }],
    ['delay=2147483647', { delay: 2_147_483_647 }],
    ['429; retryAfter=60', { status: 429, retryAfter: 60 }],
  ])('X-Emulator-Fault: %s is understood', (value, effect) => {
    expect(asked(value)).toEqual(effect)
  })

  test.each([
    ['', '"" is not understood'],
    ['503;', '"" is not understood'],
    ['100', '"100" is not understood'],
    ['600', '"600" is not understood'],
    ['1503', '"1503" is not understood'],
    ['5030', '"5030" is not understood'],
    ['503=', '"503=" is not understood'],
    ['reset=1', '"reset=1" is not understood'],
    ['connection=503', '"connection=503" is not understood'],
    ['status=reset', '"status=reset" is not understood'],
    ['status=600', '"status=600" is not understood'],
    ['connection=', '"connection=" is not understood'],
    ['reset; connection=reset', 'it gives the connection twice'],
    ['constructor', '"constructor" is not understood'],
    ['503; effect', '"effect" is not understood'],
    ['503; effect=later', '"effect=later" is not understood'],
    ['503; when=after', '"when=after" is not understood'],
    ['503; delay', '"delay" is not understood'],
    ['503; delay=after', '"delay=after" is not understood'],
    ['503; delay=-1s', '"delay=-1s" is not understood'],
    ['503; delay=2147483648', '"delay=2147483648" is not understood'],
    ['503; delay=1s=2', '"delay=1s=2" is not understood'],
    ['503; retryAfter', '"retryAfter" is not understood'],
    ['503; retryAfter=-1', '"retryAfter=-1" is not understood'],
    ['503; retryAfter=1s', '"retryAfter=1s" is not understood'],
    ['503; probability=0.5', '"probability=0.5" is not understood'],
    ['503; 503', 'it gives the status twice'],
    ['delay=1; delay=2', 'it gives the delay twice'],
    ['reset; 503', 'reset leaves no answer that could have the status 503'],
    ['reset; retryAfter=5', 'a fault without a status sends no retryAfter'],
    ['effect=after', 'this fault does nothing'],
  ])('X-Emulator-Fault: %j is refused', (value, problem) => {
    const refused = (): unknown => {
      try {
        return asked(value)
      } catch (error) {
        return error
      }
    }
    const refusal = refused()
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      reason: `X-Emulator-Fault: ${problem}`,
      details: { hint: expect.stringContaining('503; effect=after; delay=200ms') },
    })
  })
})

describe('the effect of a fault on the call', () => {
  test.each<[FaultEffect, { replaces: boolean; runs: boolean }]>([
    [{ delay: 5 }, { replaces: false, runs: true }],
    [
      { delay: 5, effect: 'before' },
      { replaces: false, runs: true },
    ],
    [{ status: 503 }, { replaces: true, runs: false }],
    [
      { status: 503, delay: 5 },
      { replaces: true, runs: false },
    ],
    [
      { status: 503, effect: 'after' },
      { replaces: true, runs: true },
    ],
    [{ connection: 'reset' }, { replaces: true, runs: false }],
    [
      { connection: 'hang', effect: 'after' },
      { replaces: true, runs: true },
    ],
    [{ connection: 'truncate' }, { replaces: true, runs: true }],
    [{ connection: 'cut' }, { replaces: true, runs: true }],
    [
      { connection: 'truncate', effect: 'before' },
      { replaces: true, runs: true },
    ],
    [
      { connection: 'truncate', status: 503 },
      { replaces: true, runs: false },
    ],
  ])('the fault %j decides what happens to the call: %j', (effect, expected) => {
    expect({ replaces: replaces(fault(effect)), runs: runsOperation(fault(effect)) }).toEqual(expected)
  })
})

describe('a delay', () => {
  test.each<[FaultEffect, number]>([
    [{ status: 503 }, 0],
    [{ delay: 0 }, 0],
    [{ delay: 200 }, 200],
    [{ delay: 2_147_483_647 }, 2_147_483_647],
  ])('the delay of the fault %j is %d ms, without a chance', (effect, ms) => {
    expect(delayOf(fault(effect), certain)).toBe(ms)
  })

  test('a delay is in its range, and the same for the same random seed', () => {
    const draws = (seed: number) => {
      const random = new RandomSource(seed)
      const ranged = fault({ delay: { min: 50, max: 80 } })
      return Array.from({ length: 100 }, () => delayOf(ranged, () => random.stream('faults')))
    }
    expect(draws(1)).toEqual(draws(1))
    expect(draws(1)).not.toEqual(draws(2))
    expect(Math.min(...draws(1))).toBeGreaterThanOrEqual(50)
    expect(Math.max(...draws(1))).toBeLessThanOrEqual(80)
    expect(new Set(draws(1)).size).toBeGreaterThan(90)
    expect(Math.max(...draws(1)) - Math.min(...draws(1))).toBeGreaterThan(20)
  })
})
