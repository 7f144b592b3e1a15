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

export const EXPIRED_KEYS_MAX = 10

const NAMESPACES_MAX = 10

const ROLLED_MONTHS_MAX = 12

export const crossedKeys = v.object({
  count,
  first: v.array(v.object({ namespace: namespaceId, key: text, expiredAt: milliseconds })),
})

const counters = v.object({ reads: count, writes: count, deletes: count, lists: count })

export const receipt = component('Receipt', () =>
  v.object({
    from: milliseconds,
    to: milliseconds,
    fromIso: dateTime,
    toIso: dateTime,
    keysExpired: described(
      'Keys that expire after `from` and no later than `to`. `first` lists the earliest, in order of expiry.',
      crossedKeys,
    ),
    keysRevived: described(
      'After a move back: expired keys that are live again, because they had not been removed. `first` lists those that expired last.',
      crossedKeys,
    ),
    monthsRolled: described('The first UTC months that begin, as "YYYY-MM".', v.array(month)),
    monthsRolledCount: described('Total number of months that begin.', count),
    monthsUnrolled: described(
      'After a move back: the last UTC months that are now in the future, latest first.',
      v.array(month),
    ),
    monthsUnrolledCount: described('Total number of such months.', count),
    countersChanged: described(
      'Namespaces whose counters are different in the new month. `first` lists those that change the most.',
      v.object({
        count,
        first: v.array(v.object({ namespace: namespaceId, before: counters, after: counters })),
      }),
    ),
    faultWindows: described(
      'Ids of enabled faults whose window begins or ends during the move.',
      v.object({
        begun: v.array(text),
        ended: v.array(text),
        reopened: described('After a move back: windows that reopened.', v.array(text)),
        unbegun: described('After a move back: windows that are in the future again.', v.array(text)),
      }),
    ),
  }),
)

export interface Receipt extends v.InferOutput<typeof receipt> {}

export type CrossedKeys = Receipt['keysExpired']

type CountersChange = Receipt['countersChanged']['first'][number]

/** Both instants are in ms. Visits every key. */
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

/** The keys that expire between two instants (the later one included), nearest to `from` first. */
export function keysCrossed(state: State, from: number, to: number): CrossedKeys {
  const crossed = expiringEntries(state, Math.min(from, to), Math.max(from, to)).sort(nearestTo(from))
  const first = crossed.slice(0, EXPIRED_KEYS_MAX)
  return {
    count: crossed.length,
    first: first.map(({ namespace, key, at }) => ({ namespace, key, expiredAt: at })),
  }
}

/** The biggest change comes first. Among equal changes, the oldest namespace comes first. */
function countersChanged(state: State, from: string, to: string): Receipt['countersChanged'] {
  const changes: { readonly change: CountersChange; readonly by: number }[] = []
  for (const { id, usage } of state.counted()) {
    const [before, after] = [usage.of(from, state.origin), usage.of(to, state.origin)]
    const by = changeOf(before, after)
    if (by !== 0) changes.push({ change: { namespace: id, before, after }, by })
  }
  changes.sort((one, other) => other.by - one.by)
  return { count: changes.length, first: changes.slice(0, NAMESPACES_MAX).map(({ change }) => change) }
}

const changeOf = (before: Readonly<Counters>, after: Readonly<Counters>): number =>
  (['reads', 'writes', 'deletes', 'lists'] as const).reduce(
    (sum, name) => sum + Math.abs(before[name] - after[name]),
    0,
  )

/** The months that begin in between, in the order in which the clock reaches them. */
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

/** @param month counted from year 0 @returns ms */
const beginningOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** Entries that expire after one instant and no later than another (in ms). */
export const expiringEntries = ({ contents }: State, after: number, upTo: number): ExpiringEntry[] =>
  [...contents.values()].flatMap((held) => held.expiring?.(after, upTo) ?? [])

/** Sorts entries by how close to an instant (in ms) they expire, then by order of insertion. */
export const nearestTo = (instant: number) => (one: ExpiringEntry, other: ExpiringEntry) =>
  Math.abs(one.at - instant) - Math.abs(other.at - instant)
