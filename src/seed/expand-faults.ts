import { parseDelay } from '../core/delays.js'
import type { FaultSpec } from '../domain/faults.js'
import type { Fault } from './fault-schema.js'
import { readDurationMs, readMoment } from './moments.js'

/** A checked fault with its times and lengths read: moments, delays in ms, retryAfter in whole seconds. */
export function expandFault(fault: Fault): FaultSpec {
  const { match, headers, retryAfter, delay, from, until, ...plain } = fault
  return {
    ...plain,
    ...given('match', match, ({ header, ...others }) => ({ ...others, ...given('header', header, texts) })),
    ...given('headers', headers, texts),
    ...given('retryAfter', retryAfter, (value) => Math.ceil((readDurationMs(value) ?? 0) / 1000)),
    ...given('delay', delay, readDelay),
    ...given('from', from, momentOf),
    ...given('until', until, momentOf),
  }
}

/** The field as it is read, or nothing where it was left out. */
function given<const K extends string, T, R>(
  name: K,
  value: T | undefined,
  read: (value: T) => R,
): { readonly [P in K]?: R } {
  return value === undefined ? {} : ({ [name]: read(value) } as { readonly [P in K]: R })
}

function texts(headers: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function readDelay(delay: NonNullable<Fault['delay']>): number | { min: number; max: number } {
  if (typeof delay !== 'object') return parseDelay(delay) ?? 0
  return { min: parseDelay(delay.min) ?? 0, max: parseDelay(delay.max) ?? 0 }
}

function momentOf(value: string | number | bigint) {
  return readMoment(value) ?? { offset: 0 }
}
