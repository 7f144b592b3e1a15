import { formatInstant, monthKey, nextMonthStart } from '../core/instants.js'
import { Slice, type Steps } from '../core/steps.js'
import type { Fault } from './faults/faults.js'
import { expiryOf } from './namespace.js'
import type { State } from './state.js'

/** The most keys that a receipt names. */
export const EXPIRED_KEYS_MAX = 10

/** The most months that a receipt names. */
const ROLLED_MONTHS_MAX = 12

export interface ExpiredKey {
  readonly namespace: string
  readonly key: string
  /** ms */
  readonly expiredAt: number
}

/**
 * The events that a move of the clock crosses (docs/DESIGN.md section 3). A move back crosses nothing.
 *
 * @example
 * const { receipt } = await emulator.clock.advance('1d', { receipt: true })
 */
export interface Receipt {
  /** ms */
  readonly from: number
  /** ms */
  readonly to: number
  readonly fromIso: string
  readonly toIso: string
  /** Keys that expire after `from` and up to `to`; `first` names the earliest, in order of expiry. */
  readonly keysExpired: { readonly count: number; readonly first: readonly ExpiredKey[] }
  /** The first of the UTC months that begin, as "YYYY-MM". */
  readonly monthsRolled: readonly string[]
  /** How many begin in all. */
  readonly monthsRolledCount: number
  /** Ids of the enabled faults whose window begins, or ends, after `from` and up to `to`. */
  readonly faultWindows: { readonly begun: readonly string[]; readonly ended: readonly string[] }
}

/** Makes the receipt of a move between two instants (ms). It looks at every key and changes nothing. */
export function* makeReceipt(
  state: State,
  faults: readonly Fault[],
  from: number,
  to: number,
): Steps<Receipt> {
  return {
    from,
    to,
    fromIso: formatInstant(from),
    toIso: formatInstant(to),
    keysExpired: yield* keysExpired(state, from, to),
    monthsRolled: monthsRolled(from, to),
    monthsRolledCount: Math.max(0, monthNumber(to) - monthNumber(from)),
    faultWindows: faultWindows(faults, from, to),
  }
}

function* keysExpired(state: State, from: number, to: number): Steps<Receipt['keysExpired']> {
  const first: Expiring[] = []
  let count = 0
  if (to <= from) return { count, first: [] }
  let place = 0
  const slice = new Slice()
  for (const namespace of state.namespaces.values()) {
    yield* slice.take()
    place++
    if (namespace.earliestExpiry(state.origin) > to) continue
    yield* slice.each(namespace.entries.values(), (entry) => {
      const expiredAt = expiryOf(entry, state.origin)
      if (expiredAt <= from || expiredAt > to) return
      count++
      const last = first[EXPIRED_KEYS_MAX - 1]
      if (last !== undefined && last.expiredAt < expiredAt) return
      keepInOrder(first, { namespace: namespace.id, key: entry.key, expiredAt, place, seq: entry.seq })
    })
  }
  return { count, first: first.map(({ namespace, key, expiredAt }) => ({ namespace, key, expiredAt })) }
}

/** A key that expires, and its place among those that do so at the same time. */
interface Expiring extends ExpiredKey {
  readonly place: number
  readonly seq: number
}

/** The earliest first; of equals, the namespace and then the key that was there first. */
function keepInOrder(first: Expiring[], expiring: Expiring): void {
  const last = first[EXPIRED_KEYS_MAX - 1]
  if (last !== undefined && !comesAhead(expiring, last)) return
  const index = first.findIndex((other) => comesAhead(expiring, other))
  first.splice(index < 0 ? first.length : index, 0, expiring)
  first.length = Math.min(first.length, EXPIRED_KEYS_MAX)
}

const comesAhead = (a: Expiring, b: Expiring): boolean =>
  (a.expiredAt - b.expiredAt || a.place - b.place || a.seq - b.seq) < 0

function monthsRolled(from: number, to: number): string[] {
  const months: string[] = []
  let start = nextMonthStart(from)
  while (start <= to && months.length < ROLLED_MONTHS_MAX) {
    months.push(monthKey(start))
    start = nextMonthStart(start)
  }
  return months
}

function faultWindows(faults: readonly Fault[], from: number, to: number): Receipt['faultWindows'] {
  const isCrossed = (instant: number | undefined) => instant !== undefined && instant > from && instant <= to
  const enabled = faults.filter((fault) => fault.enabled)
  return {
    begun: enabled.filter((fault) => isCrossed(fault.from)).map(({ id }) => id),
    ended: enabled.filter((fault) => isCrossed(fault.until)).map(({ id }) => id),
  }
}

function monthNumber(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
