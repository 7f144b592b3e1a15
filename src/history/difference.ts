import { parseInstant } from '../core/instants.js'
import { isObject, isRecord, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { Fault } from '../domain/faults/fault.js'
import type { WorldService } from '../domain/service.js'
import type { State } from '../domain/state.js'
import { eachOnce, pointer, readPart, type View, viewOf, type WorldPart } from '../domain/view.js'
import type { World } from '../domain/world.js'
import type { LogMoment } from './point.js'
import { detachedWorld, type Past, type ReplayedCommand, walk, worldAt } from './replay.js'

export interface Difference {
  readonly place: WorldPart
  readonly before: unknown
  readonly after: unknown
}

/** `by` is the id of the last command that changed the value, "expiry" or "time". */
export interface AttributedDifference extends Difference {
  readonly by: string
}

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

export function differing(before: View, after: View, services: readonly WorldService[]): Difference[] {
  const found: Difference[] = []
  for (const place of differingPlaces(before, after, services)) {
    const [left, right] = [readPart(place, before), readPart(place, after)]
    if (left.text !== right.text) found.push({ place, before: left.value, after: right.value })
  }
  return found
}

/**
 * Every path that might differ. Those that only exist in `other` come last. Skips what both views share, which can be
 * almost everything.
 */
function differingPlaces(one: View, other: View, services: readonly WorldService[]): readonly WorldPart[] {
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
    ...services.flatMap(({ parts }) => parts.settings(one, other)),
    ...services.flatMap(({ parts }) => parts.records(one, other)),
  ]
}

const clockPlaces: readonly WorldPart[] = (['now', 'mode', 'rate'] as const).map((name) => ({
  path: pointer('clock', name),
  read: ({ clock }) => clock[name],
}))

const isOfClock = (path: string): boolean => path.startsWith('/clock/')

const profilePlaces = (section: object, within: readonly string[] = []): readonly WorldPart[] =>
  Object.entries(section).flatMap(([name, value]): readonly WorldPart[] => {
    const path = [...within, name]
    if (isObject(value)) return profilePlaces(value, path)
    return [
      {
        path: pointer('profile', ...path),
        read: ({ profile }) => valueAt(profile, path),
      },
    ]
  })

/** The fault's definition, and any of its counters that differ. */
function faultPlaces(id: string, before: View, after: View): readonly WorldPart[] {
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
  // The path already has the id, and only restored faults have it in `spec`.
  const { id: _id, ...made } = spec
  return { ...made, enabled, from, until }
}

/** The two states may have the key in different namespaces or stores, which gives it two paths. */
function scopedKeyPlaces(key: string, before: State, after: State): readonly WorldPart[] {
  const [left, right] = [before.scopedKeys.get(key), after.scopedKeys.get(key)]
  return [
    ...(left === undefined ? [] : [scopedKeyPlace(left, before)]),
    ...(right === undefined || right.resourceId === left?.resourceId ? [] : [scopedKeyPlace(right, after)]),
  ]
}

function scopedKeyPlace({ key, resourceId }: ScopedKey, state: State): WorldPart {
  return {
    path: pointer(state.resourcesWith(resourceId)?.name ?? '', resourceId, 'keys', key),
    read: (other) => scopeOf(other.state, key, resourceId),
  }
}

function scopeOf({ scopedKeys }: State, key: string, resourceId: string): object | undefined {
  const held = scopedKeys.get(key)
  return held?.resourceId === resourceId ? { scope: held.scope } : undefined
}

/** Returns what a change would alter. @param work makes the change in a copy */
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
 * Finds the last command that changed each value. Forks the state after every command, which is cheap since forks share
 * whatever hasn't changed.
 */
class Attribution {
  readonly #by = new Map<string, string>()
  #lastClockCommand: string | undefined
  #before: View

  constructor(
    begin: View,
    private readonly services: readonly WorldService[],
  ) {
    this.#before = begin
  }

  note({ command, world }: ReplayedCommand): void {
    const { id, at } = command
    const after = viewOf(world)
    this.#follow(
      { ...after, state: after.state.fork(), faults: new Map(after.faults) },
      (path, isExpired) => {
        // Requests never move the clock. If it's running, it just shows a later time with each one.
        if (isOfClock(path) && command.kind === 'request') return undefined
        return isExpired ? 'expiry' : id
      },
    )
    if (after.clock.now !== at) this.#lastClockCommand = id
  }

  /** Attributes changes since the last command to the passage of time. */
  settle(end: View): void {
    this.#follow(end, (path, isExpired) => {
      if (isExpired) return 'expiry'
      return isOfClock(path) ? 'time' : (this.#lastClockCommand ?? 'time')
    })
  }

  /** Undefined if nothing changed the value. */
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

/** @param now in virtual ms */
function hasExpired(value: unknown, now: number): boolean {
  const expiresAt = isRecord(value) ? value.expiresAt : undefined
  if (typeof expiresAt !== 'string' && typeof expiresAt !== 'number') return false
  return (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now
}
