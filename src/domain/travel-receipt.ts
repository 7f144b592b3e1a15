import * as v from 'valibot'
import {
  component,
  count,
  dateTime,
  described,
  milliseconds,
  monthKey as month,
  namespaceId,
  text,
} from '../contract/answer-schema.js'
import { formatInstant, monthKey } from '../core/instants.js'
import type { Fault } from './faults/fault.js'
import type { Counters } from './quotas.js'
import type { ExpiringEntry, State } from './state.js'

/** The most keys that a receipt names. */
export const EXPIRED_KEYS_MAX = 10

/** The most namespaces whose counters a receipt names. */
const NAMESPACES_MAX = 10

/** The most months that a receipt names. */
const ROLLED_MONTHS_MAX = 12

const crossedKeys = v.object({
  count,
  first: v.array(v.object({ namespace: namespaceId, key: text, expiredAt: milliseconds })),
})

const counters = v.object({ reads: count, writes: count, deletes: count, lists: count })

export const receipt = component('Receipt', () =>
  v.object({
    /** ms */
    from: milliseconds,
    /** ms */
    to: milliseconds,
    fromIso: dateTime,
    toIso: dateTime,
    /** Keys that expire after `from` and up to `to`; `first` names the earliest, in order of expiry. */
    keysExpired: crossedKeys,
    /**
     * Keys that had expired, are there still and are live again; `first` names those that expired last. What was removed
     * stays gone.
     */
    keysRevived: described('After a move back: expired keys that are live again.', crossedKeys),
    /** The first of the UTC months that begin, as "YYYY-MM". */
    monthsRolled: v.array(month),
    /** How many begin in all. */
    monthsRolledCount: count,
    /** The last of the UTC months that have not begun any more, the latest first. */
    monthsUnrolled: described('After a move back: months that have not begun any more.', v.array(month)),
    /** How many there are in all. */
    monthsUnrolledCount: count,
    /** Namespaces whose counters show something else in the other month: how many, and those that change the most. */
    countersChanged: described(
      'Namespaces whose counters show something else in the other month; those that change the most come first.',
      v.object({
        count,
        first: v.array(v.object({ namespace: namespaceId, before: counters, after: counters })),
      }),
    ),
    /** Ids of the enabled faults whose window begins or ends on the way. */
    faultWindows: v.object({
      begun: v.array(text),
      ended: v.array(text),
      /** Had ended, and has not any more. */
      reopened: described('After a move back: had ended, and has not any more.', v.array(text)),
      /** Had begun, and is in the future again. */
      unbegun: described('After a move back: had begun, and is in the future again.', v.array(text)),
    }),
  }),
)

/**
 * The events that a move of the clock crosses (docs/DESIGN.md section 3). A move back undoes what a move forwards does:
 * each way has its own members, and those of the other way are empty.
 *
 * @example
 * const { receipt } = await emulator.clock.advance('1d', { receipt: true })
 */
export interface Receipt extends v.InferOutput<typeof receipt> {}

/** Keys that a move crosses the expiry of: how many, and the first that it comes to. */
type CrossedKeys = Receipt['keysExpired']

/** The counters of a namespace in the month that a move leaves and in the one that it comes to. */
type CountersChange = Receipt['countersChanged']['first'][number]

/** Makes the receipt of a move between two instants (ms). It looks at every key and changes nothing. */
export function makeReceipt(
  { state, faults }: { readonly state: State; readonly faults: readonly Fault[] },
  from: number,
  to: number,
): Receipt {
  const isBack = to < from
  const keys = keysCrossed(state, from, to)
  const months = monthsCrossed(from, to)
  const monthsCount = Math.abs(monthNumber(to) - monthNumber(from))
  return {
    from,
    to,
    fromIso: formatInstant(from),
    toIso: formatInstant(to),
    keysExpired: isBack ? NO_KEYS : keys,
    keysRevived: isBack ? keys : NO_KEYS,
    monthsRolled: isBack ? [] : months,
    monthsRolledCount: isBack ? 0 : monthsCount,
    monthsUnrolled: isBack ? months : [],
    monthsUnrolledCount: isBack ? monthsCount : 0,
    countersChanged: countersChanged(state, monthKey(from), monthKey(to)),
    faultWindows: faultWindows(faults, from, to),
  }
}

const NO_KEYS: CrossedKeys = { count: 0, first: [] }

/** The keys whose expiry is between, the later instant included; those that the move comes to first. */
function keysCrossed(state: State, from: number, to: number): CrossedKeys {
  if (to === from) return NO_KEYS
  const crossed = expiringEntries(state, Math.min(from, to), Math.max(from, to)).sort(nearestTo(from))
  const first = crossed.slice(0, EXPIRED_KEYS_MAX)
  return {
    count: crossed.length,
    first: first.map(({ namespace, key, at }) => ({ namespace, key, expiredAt: at })),
  }
}

/** The namespaces whose counters change: those that change the most first, of equals the one that was there first. */
function countersChanged(state: State, from: string, to: string): Receipt['countersChanged'] {
  if (from === to) return { count: 0, first: [] }
  const changes: { readonly change: CountersChange; readonly by: number }[] = []
  for (const { id, usage } of state.counted()) {
    const [before, after] = [usage.of(from, state.origin), usage.of(to, state.origin)]
    const by = changeOf(before, after)
    if (by !== 0) changes.push({ change: { namespace: id, before, after }, by })
  }
  changes.sort((one, other) => other.by - one.by)
  return { count: changes.length, first: changes.slice(0, NAMESPACES_MAX).map(({ change }) => change) }
}

/** By how much the counters differ in all. */
const changeOf = (before: Readonly<Counters>, after: Readonly<Counters>): number =>
  (['reads', 'writes', 'deletes', 'lists'] as const).reduce(
    (sum, name) => sum + Math.abs(before[name] - after[name]),
    0,
  )

/** The months whose beginning is between, in the order in which the move comes to them. */
function monthsCrossed(from: number, to: number): string[] {
  const step = to < from ? -1 : 1
  const count = Math.min(Math.abs(monthNumber(to) - monthNumber(from)), ROLLED_MONTHS_MAX)
  const first = step < 0 ? monthNumber(from) : monthNumber(from) + 1
  return Array.from({ length: count }, (_, index) => monthKey(beginningOf(first + step * index)))
}

function faultWindows(faults: readonly Fault[], before: number, after: number): Receipt['faultWindows'] {
  const windows: Record<keyof Receipt['faultWindows'], string[]> = {
    begun: [],
    ended: [],
    reopened: [],
    unbegun: [],
  }
  const lies = (at: number | undefined, earlier: number, later: number): boolean =>
    at !== undefined && at > earlier && at <= later
  for (const { id, enabled, from, until } of faults) {
    if (!enabled) continue
    if (lies(from, before, after)) windows.begun.push(id)
    if (lies(until, before, after)) windows.ended.push(id)
    if (lies(until, after, before)) windows.reopened.push(id)
    if (lies(from, after, before)) windows.unbegun.push(id)
  }
  return windows
}

function monthNumber(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The first instant of a month by its number, ms. */
const beginningOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** Returns the entries that expire after an instant and up to another (ms). */
export const expiringEntries = ({ contents }: State, after: number, upTo: number): ExpiringEntry[] =>
  [...contents.values()].flatMap((held) => held.expiring?.(after, upTo) ?? [])

/** Sorts by the distance from an instant (ms); of equals the one that was put first comes first. */
export const nearestTo = (instant: number) => (one: ExpiringEntry, other: ExpiringEntry) =>
  Math.abs(one.at - instant) - Math.abs(other.at - instant)
