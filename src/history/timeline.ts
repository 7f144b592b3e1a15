import { RequestCommand } from '../api/command.js'
import type { RequestRecord } from '../api/record.js'
import { monthKey, nextMonthStart } from '../core/instants.js'
import { Slice, type Steps } from '../core/steps.js'
import type { AdminCommand } from '../domain/command.js'
import { expiryOf } from '../domain/namespace.js'
import type { Counters } from '../domain/quotas.js'
import type { World } from '../domain/world.js'

/** A stretch of virtual time, cut into buckets of equal length. Times in ms. */
export interface Axis {
  readonly from: number
  /** Inclusive. */
  readonly to: number
  readonly buckets: number
}

/**
 * What lies on a stretch of virtual time. Times in ms; buckets with nothing in them are left out.
 *
 * @example
 * const { expiries, months } = await emulator.timeline({ to: '2026-02-01' })
 */
export interface Timeline {
  readonly from: number
  readonly to: number
  readonly now: number
  readonly bucketMs: number
  /** By class of status: "2xx"; "none" where a fault left no answer. `at` is where the bucket begins. */
  readonly requests: readonly { readonly at: number; readonly counts: Readonly<Record<string, number>> }[]
  /** Moves of the clock. */
  readonly moves: readonly { readonly at: number; readonly to: number; readonly by: string }[]
  /** The beginning of this life, and what put much in the place of its contents. */
  readonly landings: readonly { readonly at: number; readonly kind: LandingKind; readonly by: string }[]
  readonly faults: readonly { readonly id: string; readonly from?: number; readonly until?: number }[]
  /** Entries that will expire, with the first of them. */
  readonly expiries: {
    readonly count: number
    readonly buckets: readonly { readonly at: number; readonly count: number }[]
    readonly first: readonly { readonly namespace: string; readonly key: string; readonly at: number }[]
  }
  /** The next end of a month, with the counters that fall to 0. */
  readonly months: readonly {
    readonly at: number
    readonly namespaces: readonly (Counters & { readonly id: string })[]
  }[]
  /** Ends of bearer tokens that were sent. */
  readonly tokens: readonly { readonly at: number; readonly sub: string; readonly by: string }[]
}

export type LandingKind = 'start' | 'replace' | 'merge' | 'restore' | 'undo'

/** The first names of expiries. */
const FIRST_MAX = 10

/** What happened on a stretch of virtual time, and what will. */
export function* timelineOf(world: World<RequestRecord>, axis: Axis): Steps<Timeline> {
  const { from, to } = axis
  const now = world.clock.now()
  const commands = world.history.slice(world.history.oldest)
  const calls = commands.flatMap((one) => (one instanceof RequestCommand ? [] : [one]))
  const isOn = ({ at }: { readonly at: number }) => at >= from && at <= to
  const moved = calls.filter(({ change, end, at }) => change.area === 'clock' && end !== at)
  const start = { at: world.history.startedAt, kind: 'start', by: 'start' } as const
  return {
    from,
    to,
    now,
    bucketMs: bucketMs(axis),
    requests: requestsOn(world, axis),
    moves: moved.filter(isOn).map(({ at, end, id }) => ({ at, to: end, by: id })),
    landings: [start, ...calls.flatMap(landingOf)].filter(isOn),
    faults: world.faults
      .list()
      .filter((fault) => (fault.from ?? from) <= to && (fault.until ?? to) >= from)
      .map(({ id, from: begins, until }) => ({
        id,
        ...(begins === undefined ? {} : { from: begins }),
        ...(until === undefined ? {} : { until }),
      })),
    expiries: yield* expiriesOn(world, axis, now),
    months: monthsOn(world, axis, now),
    tokens: tokensOn(commands, isOn),
  }
}

const bucketMs = ({ from, to, buckets }: Axis): number => Math.max(1, Math.ceil((to - from + 1) / buckets))

/** Where the bucket of an instant begins. */
const bucketOf = (at: number, axis: Axis): number =>
  axis.from + Math.floor((at - axis.from) / bucketMs(axis)) * bucketMs(axis)

function requestsOn({ journal }: World<RequestRecord>, axis: Axis): Timeline['requests'] {
  const buckets = new Map<number, Record<string, number>>()
  for (const { at, status } of journal.newestFirst()) {
    if (at < axis.from || at > axis.to) continue
    const bucket = bucketOf(at, axis)
    const counts = buckets.get(bucket) ?? {}
    buckets.set(bucket, counts)
    const kind = status === null ? 'none' : `${Math.floor(status / 100)}xx`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return [...buckets].sort(([a], [b]) => a - b).map(([at, counts]) => ({ at, counts }))
}

function landingOf({ id, end, change }: AdminCommand): Timeline['landings'] {
  if (change.area !== 'state') return []
  const { method, path } = change.call
  const kind = path.endsWith('/undo') ? 'undo' : path.endsWith('/restore') ? 'restore' : undefined
  return [{ at: end, kind: kind ?? (method === 'PUT' ? 'replace' : 'merge'), by: id }]
}

function* expiriesOn({ state: present }: World, axis: Axis, now: number): Steps<Timeline['expiries']> {
  const state = present.asOfNow()
  const buckets = new Map<number, number>()
  const first: { namespace: string; key: string; at: number }[] = []
  let count = 0
  const slice = new Slice()
  for (const { id, entries } of state.namespaces.values()) {
    yield* slice.each(entries.values(), (entry) => {
      const at = expiryOf(entry, state.origin)
      if (at <= now || at < axis.from || at > axis.to) return
      count++
      const bucket = bucketOf(at, axis)
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
      if (first.length === FIRST_MAX && at >= (first.at(-1)?.at ?? 0)) return
      first.push({ namespace: id, key: entry.key, at })
      first.sort((one, other) => one.at - other.at)
      first.length = Math.min(first.length, FIRST_MAX)
    })
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b)
  return { count, buckets: sorted.map(([at, number]) => ({ at, count: number })), first }
}

/** Later months have nothing to lose. */
function monthsOn({ state }: World, axis: Axis, now: number): Timeline['months'] {
  const at = nextMonthStart(now)
  if (at < axis.from || at > axis.to) return []
  const month = monthKey(now)
  const namespaces = [...state.namespaces.values()].flatMap(({ id, usage }) => {
    const [, counters] = usage
      .copy(state.origin)
      .months()
      .find(([one]) => one === month) ?? ['', undefined]
    const isUsed = counters !== undefined && Object.values(counters).some((count) => count > 0)
    return isUsed ? [{ id, ...counters }] : []
  })
  return [{ at, namespaces }]
}

function tokensOn(
  commands: readonly (RequestCommand | AdminCommand)[],
  isOn: (one: { readonly at: number }) => boolean,
): Timeline['tokens'] {
  const ends = new Map<string, { at: number; sub: string; by: string }>()
  for (const command of commands) {
    const identity = command instanceof RequestCommand ? command.token?.identity : undefined
    if (typeof identity !== 'object') continue
    const { exp, sub } = identity.claims
    if (typeof exp !== 'number') continue
    const end = { at: exp * 1000, sub: String(sub), by: command.id }
    if (isOn(end)) ends.set(`${end.at} ${end.sub}`, end)
  }
  return [...ends.values()].sort((one, other) => one.at - other.at)
}
