import { RequestCommand } from '../api/command.js'
import type { RequestRecord } from '../api/record.js'
import type { AdminCommand } from '../domain/command.js'
import type { World } from '../domain/world.js'
import { type ExpiriesAhead, expiriesOn, type MonthEnd, monthsOn } from './ahead.js'
import { type Axis, bucketMs, bucketOf } from './axis.js'
import type { WorldCommand } from './replay.js'

/**
 * What is on a stretch of virtual time. Times in ms; buckets with nothing in them are left out.
 *
 * @example
 * const { expiries, months } = await emulator.timeline({ to: '2026-02-01' })
 */
export interface Timeline {
  readonly from: number
  readonly to: number
  readonly now: number
  /** The earliest instant that the clock showed in this life, as far as it can be gone back to. */
  readonly oldest: number
  readonly bucketMs: number
  /** By class of status: "2xx"; "none" if a fault left no answer. `at` is where the bucket begins. */
  readonly requests: readonly RequestBucket[]
  /** Moves of the clock that touch the stretch. */
  readonly moves: readonly { readonly at: number; readonly to: number; readonly by: string }[]
  /** The beginning of this life, and what put much in the place of its contents. */
  readonly landings: readonly { readonly at: number; readonly kind: LandingKind; readonly by: string }[]
  /** Faults whose window touches the stretch; one without `from` has no beginning, one without `until` no end. */
  readonly faults: readonly FaultWindow[]
  /** Entries that have expired and are kept still. */
  readonly expired: ExpiriesAhead
  /** Entries that will expire. */
  readonly expiries: ExpiriesAhead
  /** The next end of a month, with the counters that fall to 0. */
  readonly months: readonly MonthEnd[]
  /** Ends of bearer tokens that were sent. */
  readonly tokens: readonly { readonly at: number; readonly sub: string; readonly by: string }[]
}

interface RequestBucket {
  readonly at: number
  readonly counts: Readonly<Record<string, number>>
  /** The first request in it. */
  readonly first: { readonly id: string; readonly at: number }
}

interface FaultWindow {
  readonly id: string
  readonly enabled: boolean
  readonly from?: number
  readonly until?: number
}

/** "start" and "reset" begin a life: "reset" if one came before it. */
export type LandingKind = 'start' | 'reset' | 'replace' | 'merge' | 'restore' | 'undo'

/** What happened on a stretch of virtual time, and what will. */
export function timelineOf(world: World<RequestRecord>, axis: Axis): Timeline {
  const { from, to } = axis
  const now = world.clock.now()
  const isOn = ({ at }: { readonly at: number }) => at >= from && at <= to
  const isCrossing = ({ at, end }: AdminCommand) => Math.min(at, end) <= to && Math.max(at, end) >= from
  const { beginning, oldest: first } = world.history
  const start = { at: beginning.at, kind: beginning.by, by: 'start' } as const
  const faults = faultsOn(world, axis)
  const [commands, newestFirst] = [world.history.list(first), world.journal.list()]
  const { calls, tokens, oldest } = lookThrough(commands, first === 0 ? beginning.at : now)
  const moved = calls.filter(({ change, end, at }) => change.area === 'clock' && end !== at)
  const { expired, expiries } = expiriesOn(world.state, axis, now)
  const months = monthsOn(world.state, axis, now)
  const requests = requestsOn(newestFirst, axis)
  return {
    from,
    to,
    now,
    oldest,
    bucketMs: bucketMs(axis),
    requests,
    moves: moved.filter(isCrossing).map(({ at, end, id }) => ({ at, to: end, by: id })),
    landings: [start, ...calls.flatMap(landingOf)].filter(isOn),
    faults,
    expired,
    expiries,
    months,
    tokens: tokens.filter(isOn),
  }
}

interface Looked {
  readonly calls: readonly AdminCommand[]
  /** Ends of bearer tokens, the earliest first. */
  readonly tokens: Timeline['tokens']
  /** The earliest instant that the clock showed. */
  readonly oldest: number
}

/** @param began when the first of the commands came, or the life did */
function lookThrough(commands: Iterable<WorldCommand>, began: number): Looked {
  const calls: AdminCommand[] = []
  const ends = new Map<string, Timeline['tokens'][number]>()
  let oldest = began
  for (const command of commands) {
    oldest = Math.min(oldest, command.at, command.end)
    if (!(command instanceof RequestCommand)) calls.push(command)
    else {
      const end = endOfToken(command)
      if (end !== undefined) ends.set(`${end.at} ${end.sub}`, end)
    }
  }
  return { calls, tokens: [...ends.values()].sort((one, other) => one.at - other.at), oldest }
}

function endOfToken({ token, id }: RequestCommand): Timeline['tokens'][number] | undefined {
  if (typeof token?.identity !== 'object') return undefined
  const { exp, sub } = token.identity.claims
  return typeof exp === 'number' ? { at: exp * 1000, sub: String(sub), by: id } : undefined
}

function requestsOn(newestFirst: Iterable<RequestRecord>, axis: Axis): Timeline['requests'] {
  const buckets = new Map<number, { counts: Record<string, number>; first: RequestBucket['first'] }>()
  for (const { id, at, status } of newestFirst) {
    if (at < axis.from || at > axis.to) continue
    const start = bucketOf(at, axis)
    const bucket = buckets.get(start) ?? { counts: {}, first: { id, at } }
    buckets.set(start, bucket)
    const kind = status === null ? 'none' : `${Math.floor(status / 100)}xx`
    bucket.counts[kind] = (bucket.counts[kind] ?? 0) + 1
    bucket.first = { id, at }
  }
  return [...buckets].sort(([a], [b]) => a - b).map(([at, bucket]) => ({ at, ...bucket }))
}

function faultsOn({ faults }: World<RequestRecord>, { from, to }: Axis): Timeline['faults'] {
  return faults
    .list()
    .filter((fault) => (fault.from ?? from) <= to && (fault.until ?? to) >= from)
    .map(({ id, enabled, from: begins, until }) => ({
      id,
      enabled,
      ...(begins === undefined ? {} : { from: begins }),
      ...(until === undefined ? {} : { until }),
    }))
}

function landingOf({ id, end, change }: AdminCommand): Timeline['landings'] {
  if (change.area !== 'state') return []
  const { method, path } = change.call
  const kind = path.endsWith('/undo') ? 'undo' : path.endsWith('/restore') ? 'restore' : undefined
  return [{ at: end, kind: kind ?? (method === 'PUT' ? 'replace' : 'merge'), by: id }]
}
