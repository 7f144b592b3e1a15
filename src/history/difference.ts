import { parseInstant } from '../core/instants.js'
import { isObject, isRecord, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { Fault } from '../domain/faults/fault.js'
import type { WorldService } from '../domain/service.js'
import type { State } from '../domain/state.js'
import { eachOnce, pointer, readingOf, type View, type ViewPlace, viewOf } from '../domain/view.js'
import type { World } from '../domain/world.js'
import type { LogMoment } from './point.js'
import { detachedWorld, type Past, type Ran, walk, worldAt } from './replay.js'

/** A value that is another one at one of two moments. */
export interface Difference {
  readonly place: ViewPlace
  /** undefined if there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** A difference, and what made it: the id of the last command that did, "expiry", or "time". */
export interface AttributedDifference extends Difference {
  readonly by: string
}

/** The values that differ between two moments, and what made them differ. */
export async function differences(
  past: Past,
  from: LogMoment,
  to: LogMoment,
): Promise<AttributedDifference[]> {
  const { services } = past.context.world
  const before = viewOf(await worldAt(past, from))
  const after = viewOf(await worldAt(past, to))
  const found = differing(before, after, services)
  const isForward = from.index < to.index || (from.index === to.index && from.at <= to.at)
  const stretch = isForward ? { from, to } : { from: to, to: from }
  const attribution = new Attribution(isForward ? before : after, services)
  await walk(past, stretch, (ran) => attribution.note(ran))
  attribution.settle(isForward ? after : before)
  return found.map((one) => ({ ...one, by: attribution.by(one.place.path) ?? 'time' }))
}

/** The values that differ between two views, each once. */
export function differing(before: View, after: View, services: readonly WorldService[]): Difference[] {
  const found: Difference[] = []
  for (const place of differingPlaces(before, after, services)) {
    const [left, right] = [readingOf(place, before), readingOf(place, after)]
    if (left.text !== right.text) found.push({ place, before: left.value, after: right.value })
  }
  return found
}

/**
 * The places at which two views may differ, each once; of each kind those that the other view alone has come last. None
 * is made for what both views hold: that may be very many.
 */
function differingPlaces(one: View, other: View, services: readonly WorldService[]): readonly ViewPlace[] {
  const [before, after] = [one.state, other.state]
  return [
    ...clockPlaces,
    ...(one.profile === other.profile
      ? []
      : eachOnce([...profilePlaces(one.profile), ...profilePlaces(other.profile)])),
    ...[...new Set([...one.faults.keys(), ...other.faults.keys()])].flatMap((id) =>
      faultPlaces(id, one, other),
    ),
    ...before.scopedKeys.differing(after.scopedKeys).flatMap((key) => scopedKeyPlaces(key, before, after)),
    ...services.flatMap(({ places }) => places.settings(one, other)),
    ...services.flatMap(({ places }) => places.records(one, other)),
  ]
}

const clockPlaces: readonly ViewPlace[] = (['now', 'mode', 'rate'] as const).map((name) => ({
  path: pointer('clock', name),
  read: ({ clock }) => clock[name],
}))

/** Whether a path is that of a place of the clock. */
const isOfClock = (path: string): boolean => path.startsWith('/clock/')

/** The places of a profile, or of a section of it. */
const profilePlaces = (section: object, within: readonly string[] = []): readonly ViewPlace[] =>
  Object.entries(section).flatMap(([name, value]): readonly ViewPlace[] => {
    const path = [...within, name]
    if (isObject(value)) return profilePlaces(value, path)
    return [
      {
        path: pointer('profile', ...path),
        read: ({ profile }) => valueAt(profile, path),
      },
    ]
  })

/** The places of a fault: what it is, and each of its counters that differs. */
function faultPlaces(id: string, before: View, after: View): readonly ViewPlace[] {
  const faultIn = ({ faults }: View) => faults.get(id)
  const counters = COUNTERS.filter((name) => (faultIn(before)?.[name] ?? 0) !== (faultIn(after)?.[name] ?? 0))
  return [
    { path: pointer('faults', id), read: (view) => faultValue(faultIn(view)) },
    ...counters.map((name) => ({
      path: pointer('faults', id, name),
      read: (view: View) => faultIn(view)?.[name],
    })),
  ]
}

const COUNTERS = ['matches', 'hits'] as const satisfies readonly (keyof Fault)[]

function faultValue(fault: Fault | undefined): object | undefined {
  if (fault === undefined) return undefined
  const { spec, enabled, from, until } = fault
  // Its path has the id, and only a fault that was restored has it in what it was made from too.
  const { id: _id, ...made } = spec
  return { ...made, enabled, from, until }
}

/** The places of a key of a namespace or store that differs: one at each of those that it opens. */
function scopedKeyPlaces(key: string, before: State, after: State): readonly ViewPlace[] {
  const [left, right] = [before.scopedKeys.get(key), after.scopedKeys.get(key)]
  return [
    ...(left === undefined ? [] : [scopedKeyPlace(left, before)]),
    ...(right === undefined || right.resourceId === left?.resourceId ? [] : [scopedKeyPlace(right, after)]),
  ]
}

function scopedKeyPlace({ key, resourceId }: ScopedKey, state: State): ViewPlace {
  return {
    path: pointer(state.resourcesWith(resourceId)?.name ?? '', resourceId, 'keys', key),
    read: (other) => scopeOf(other.state, key, resourceId),
  }
}

function scopeOf({ scopedKeys }: State, key: string, resourceId: string): object | undefined {
  const held = scopedKeys.get(key)
  return held?.resourceId === resourceId ? { scope: held.scope } : undefined
}

/**
 * Returns what a change would alter in a world. The world itself stays as it is.
 *
 * @param work is done to a world aside
 */
export async function wouldDiffer(
  world: World,
  work: (aside: World) => void | Promise<void>,
): Promise<Difference[]> {
  const copy = world.copy()
  const real = world.realNow()
  const before = detachedWorld(world, copy, real)
  const after = detachedWorld(world, copy, real)
  try {
    await work(after)
    return differing(viewOf(before), viewOf(after), world.services)
  } finally {
    before.close()
    after.close()
  }
}

/**
 * Finds out which command made each value what it is: the last one after which it was another than before.
 * The state after each command is a fork, and forks share what did not change.
 */
class Attribution {
  /** By path. */
  readonly #by = new Map<string, string>()
  #lastClockCommand: string | undefined
  #before: View

  /** @param begin the world before the first command */
  constructor(
    begin: View,
    private readonly services: readonly WorldService[],
  ) {
    this.#before = begin
  }

  /** Looks at what a command changed. */
  note({ command, world }: Ran): void {
    const { id, at } = command
    const after = viewOf(world)
    this.#follow(
      { ...after, state: after.state.fork(), faults: new Map(after.faults) },
      (path, isExpired) => {
        // A running clock moves with each request; no request moves it.
        if (isOfClock(path) && command.kind === 'request') return undefined
        return isExpired ? 'expiry' : id
      },
    )
    if (after.clock.now !== at) this.#lastClockCommand = id
  }

  /** Ends with the world after all commands: what changed after the last one, time did. */
  settle(end: View): void {
    this.#follow(end, (path, isExpired) => {
      if (isExpired) return 'expiry'
      return isOfClock(path) ? 'time' : (this.#lastClockCommand ?? 'time')
    })
  }

  /** What made the value at a path what it is; undefined if nothing did. */
  by(path: string): string | undefined {
    return this.#by.get(path)
  }

  #follow(after: View, makerOf: (path: string, isExpired: boolean) => string | undefined): void {
    for (const { place, before, after: value } of differing(this.#before, after, this.services)) {
      const isExpired = value === undefined && hasExpired(before, after.clock.now)
      const maker = makerOf(place.path, isExpired)
      if (maker !== undefined) this.#by.set(place.path, maker)
    }
    this.#before = after
  }
}

/** Whether a value was that of an entry that had expired by now (ms). */
function hasExpired(value: unknown, now: number): boolean {
  const expiresAt = isRecord(value) ? value.expiresAt : undefined
  if (typeof expiresAt !== 'string' && typeof expiresAt !== 'number') return false
  return (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now
}
