import type { RequestDetails } from 'tristore-emulator'

/** Maximum number of requests to list per gap. */
const NAMED_MAX = 20

/**
 * A gap in the contract, i.e. a profile option, that answers depended on.
 *
 * @example
 * const { gaps } = await conduct(emulator)
 * gaps.map(({ option, values }) => `${option}: ${values}`) // ['kv.putStatus: 200', …]
 */
export interface GapUsed {
  /** The option's name in the profile, e.g. "kv.putStatus". */
  readonly option: string
  /** The option's value at the time. There are several if it changed during the run. */
  readonly values: readonly unknown[]
  /** The number of answers that depended on it. */
  readonly count: number
  /** Ids of the last requests whose answers depended on it, newest first, up to 20. */
  readonly requests: readonly string[]
}

interface Counted {
  readonly values: Map<string, unknown>
  readonly requests: string[]
  count: number
}

/** Sorted by name. */
export function gapsUsed(newestFirst: Iterable<RequestDetails>): GapUsed[] {
  const counted = new Map<string, Counted>()
  for (const record of newestFirst) {
    for (const { option, value, text } of readBy(record)) {
      const gap: Counted = counted.get(option) ?? { values: new Map(), requests: [], count: 0 }
      counted.set(option, gap)
      gap.count++
      gap.values.set(text, value)
      if (gap.requests.length < NAMED_MAX) gap.requests.push(record.id)
    }
  }
  return [...counted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([option, { values, count, requests }]) => ({
      option,
      values: [...values.values()],
      count,
      requests,
    }))
}

/** An option and its value. `text` is the same for equal values, even if they're different objects. */
interface OptionRead {
  readonly option: string
  readonly value: unknown
  readonly text: string
}

const readBy = ({ explain }: RequestDetails): readonly OptionRead[] =>
  Object.entries(explain.gaps).map(([option, value]) => ({ option, value, text: JSON.stringify(value) }))
