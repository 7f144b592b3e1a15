import * as v from 'valibot'
import { component, count, described, flag, milliseconds, text } from '../contract/answer-schema.js'
import { monthKey, nextMonthStart } from '../core/instants.js'
import type { LoggedCommand } from '../domain/command.js'
import type { Fault } from '../domain/faults/fault.js'
import type { State } from '../domain/state.js'
import { expiringEntries, nearestTo } from '../domain/travel-receipt.js'
import type { World } from '../domain/world.js'

/** In virtual ms, including both ends. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** Expiring keys to name on either side of the present. */
  readonly names: number
}

const expiries = v.object({
  count,
  first: described(
    'The ones closest to the present.',
    v.array(v.object({ namespace: text, key: text, at: milliseconds })),
  ),
})

export const timeline = component('Timeline', () =>
  v.object({
    from: milliseconds,
    to: milliseconds,
    now: milliseconds,
    faults: described(
      'Faults whose window overlaps the period. Without `from` or `until`, the window is open at that end.',
      v.array(
        v.object({
          id: text,
          enabled: flag,
          from: v.exactOptional(milliseconds),
          until: v.exactOptional(milliseconds),
        }),
      ),
    ),
    expired: described("Entries that have expired but haven't been removed yet.", expiries),
    expiries: described('Entries that will expire.', expiries),
    months: described(
      'The next end of a month, with the counters that it resets to 0.',
      v.array(
        v.object({
          at: milliseconds,
          namespaces: v.array(
            v.object({ id: text, reads: count, writes: count, deletes: count, lists: count }),
          ),
        }),
      ),
    ),
    tokens: described(
      'When bearer tokens that were sent expire, earliest first. `by` is the last request that sent the token.',
      v.array(v.object({ at: milliseconds, sub: text, by: text })),
    ),
  }),
)

export interface Timeline extends v.InferOutput<typeof timeline> {}

export function timelineOf({ clock, state, faults, history }: World, stretch: Stretch): Timeline {
  const { from, to, names } = stretch
  const now = clock.now()
  const isOn = ({ at }: { readonly at: number }) => at >= from && at <= to
  const expiring = expiringEntries(state, Number.NEGATIVE_INFINITY, to).filter(isOn).sort(nearestTo(now))
  const expired = expiring.filter(({ at }) => at <= now)
  const expiries = expiring.filter(({ at }) => at > now)
  return {
    from,
    to,
    now,
    faults: faults
      .list()
      .filter((fault) => (fault.from ?? from) <= to && (fault.until ?? to) >= from)
      .map(windowOf),
    expired: { count: expired.length, first: expired.slice(0, names) },
    expiries: { count: expiries.length, first: expiries.slice(0, names) },
    months: [nextMonthEnd(state, now)].filter(isOn),
    tokens: tokenEnds(history.list(history.oldest)).filter(isOn),
  }
}

const windowOf = ({ id, enabled, from, until }: Fault): Timeline['faults'][number] => ({
  id,
  enabled,
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
})

/** Only the next month, since all later ones begin with counters at 0. */
function nextMonthEnd(state: State, now: number): Timeline['months'][number] {
  const month = monthKey(now)
  const counted = state.counted().map(({ id, usage }) => ({ id, ...usage.of(month, state.origin) }))
  return {
    at: nextMonthStart(now),
    namespaces: counted.filter(({ id, ...counters }) => Object.values(counters).some((count) => count > 0)),
  }
}

function tokenEnds(commands: Iterable<LoggedCommand>): Timeline['tokens'][number][] {
  const ends = new Map<string, Timeline['tokens'][number]>()
  for (const command of commands) {
    if (command.kind !== 'request' || typeof command.token?.identity !== 'object') continue
    const { exp, sub } = command.token.identity.claims
    if (typeof exp === 'number')
      ends.set(`${exp} ${sub}`, { at: exp * 1000, sub: String(sub), by: command.id })
  }
  return [...ends.values()].sort((one, other) => one.at - other.at)
}
