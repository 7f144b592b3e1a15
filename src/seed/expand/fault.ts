import { parseDelay } from '../../core/durations.js'
import { readDurationMs, readMoment } from '../../core/moment.js'
import { withoutUndefined } from '../../core/objects.js'
import type { FaultSpec } from '../../domain/faults/fault.js'
import type { FaultSeed } from '../schema/fault.js'

/** Expects a validated fault. Delays end up in ms, `retryAfter` in whole seconds. */
export function expandFault({
  match,
  headers,
  retryAfter,
  delay,
  from,
  until,
  ...plain
}: FaultSeed): FaultSpec {
  return {
    ...plain,
    ...withoutUndefined({
      match,
      headers,
      retryAfter: retryAfter === undefined ? undefined : Math.ceil((readDurationMs(retryAfter) ?? 0) / 1000),
      delay: delay === undefined ? undefined : readDelay(delay),
      from: from === undefined ? undefined : momentOf(from),
      until: until === undefined ? undefined : momentOf(until),
    }),
  }
}

function readDelay(delay: NonNullable<FaultSeed['delay']>): number | { min: number; max: number } {
  if (typeof delay !== 'object') return parseDelay(delay) ?? 0
  return { min: parseDelay(delay.min) ?? 0, max: parseDelay(delay.max) ?? 0 }
}

function momentOf(value: string | number | bigint) {
  return readMoment(value) ?? { offset: 0 }
}
