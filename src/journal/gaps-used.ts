import type { Exchange } from '../api/record.js'
import type { OptionsRead } from '../domain/profile/tracked.js'

/** The most requests that are named where many leaned on a gap. */
const NAMED_MAX = 20

/**
 * A gap of the contract that answers leaned on: an option of the profile.
 *
 * @example
 * const { gaps } = await emulator.conduct()
 * gaps.map(({ option, values }) => `${option}: ${values}`) // ['kv.putStatus: 200', …]
 */
export interface Leaning {
  /** Its name in the profile: "kv.putStatus". */
  readonly option: string
  /** What it was then; several where it was changed meanwhile. */
  readonly values: readonly unknown[]
  /** How many answers leaned on it. */
  readonly count: number
  /** The last requests whose answers did, newest first, up to 20 of them. */
  readonly requests: readonly string[]
}

interface Counted {
  readonly values: Map<string, unknown>
  readonly requests: string[]
  count: number
}

/** The gaps that answers leaned on, by name. */
export function leaningsOf(newestFirst: Iterable<Exchange>): Leaning[] {
  const names = new Names()
  const counted = new Map<string, Counted>()
  for (const exchange of newestFirst) {
    for (const { option, value, text } of names.of(exchange)) {
      const leaning: Counted = counted.get(option) ?? { values: new Map(), requests: [], count: 0 }
      counted.set(option, leaning)
      leaning.count++
      leaning.values.set(text, value)
      if (leaning.requests.length < NAMED_MAX) leaning.requests.push(exchange.id)
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

/** A gap with its value, and that as text, since equal values may be different objects. */
interface Named {
  readonly option: string
  readonly value: unknown
  readonly text: string
}

/** Most answers lean on the same gaps: each set of them is named once. */
class Names {
  readonly #known = new Map<OptionsRead, readonly Named[]>()

  of({ optionsRead }: Exchange): readonly Named[] {
    const named = this.#known.get(optionsRead) ?? namedBy(optionsRead)
    this.#known.set(optionsRead, named)
    return named
  }
}

function namedBy(optionsRead: OptionsRead): readonly Named[] {
  return Object.entries(optionsRead.named()).map(([option, value]) => ({
    option,
    value,
    text: JSON.stringify(value),
  }))
}
