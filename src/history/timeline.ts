import { monthKey, nextMonthStart } from '../core/instants.js'
import type { Fault } from '../domain/faults/fault.js'
import type { Counters } from '../domain/quotas.js'
import type { ExpiringEntry, State } from '../domain/state.js'
import { expiringEntries, nearestTo } from '../domain/travel-receipt.js'
import type { World } from '../domain/world.js'
import { RequestCommand } from '../request/command.js'

/** A stretch of virtual time in ms, both ends included. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** How many of the keys that expire are named on each side of the present. */
  readonly names: number
}

/**
 * What time brings on a stretch of virtual time. Times in ms.
 *
 * @example
 * const { expiries, months } = await emulator.timeline({ to: '2026-02-01' })
 */
export interface Timeline {
  readonly from: number
  readonly to: number
  readonly now: number
  /** Faults whose window touches the stretch; one without `from` has no beginning, one without `until` no end. */
  readonly faults: readonly FaultWindow[]
  /** Entries that have expired and are still kept. */
  readonly expired: ComingExpiries
  /** Entries that will expire. */
  readonly expiries: ComingExpiries
  /** The next end of a month, with the counters that fall to 0. */
  readonly months: readonly MonthEnd[]
  /** Ends of bearer tokens that were sent, the earliest first. */
  readonly tokens: readonly TokenEnd[]
}

interface FaultWindow {
  readonly id: string
  readonly enabled: boolean
  readonly from?: number
  readonly until?: number
}

/** Entries that expire on one side of the present. */
export interface ComingExpiries {
  readonly count: number
  /** Those nearest to the present. */
  readonly first: readonly ExpiringEntry[]
}

/** An end of a month, with the counters that fall to 0. */
interface MonthEnd {
  readonly at: number
  readonly namespaces: readonly (Counters & { readonly id: string })[]
}

interface TokenEnd {
  readonly at: number
  readonly sub: string
  /** The last request that sent it. */
  readonly by: string
}

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

const windowOf = ({ id, enabled, from, until }: Fault): FaultWindow => ({
  id,
  enabled,
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
})

/** Later months have nothing to lose. */
function nextMonthEnd(state: State, now: number): MonthEnd {
  const month = monthKey(now)
  const counted = state.counted().map(({ id, usage }) => ({ id, ...usage.of(month, state.origin) }))
  return {
    at: nextMonthStart(now),
    namespaces: counted.filter(({ id, ...counters }) => Object.values(counters).some((count) => count > 0)),
  }
}

function tokenEnds(commands: Iterable<unknown>): TokenEnd[] {
  const ends = new Map<string, TokenEnd>()
  for (const command of commands) {
    if (!(command instanceof RequestCommand) || typeof command.token?.identity !== 'object') continue
    const { exp, sub } = command.token.identity.claims
    if (typeof exp === 'number')
      ends.set(`${exp} ${sub}`, { at: exp * 1000, sub: String(sub), by: command.id })
  }
  return [...ends.values()].sort((one, other) => one.at - other.at)
}
