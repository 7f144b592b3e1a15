import { isObject, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { Fault } from '../domain/faults/fault.js'
import type { State } from '../domain/state.js'
import { pointer, type View, type ViewPlace } from '../domain/view.js'

/** The places of what a world has beside what its services keep. */

export const clockPlaces: readonly ViewPlace[] = (['now', 'mode', 'rate'] as const).map((name) => ({
  path: pointer('clock', name),
  read: ({ clock }) => clock[name],
}))

/** Whether a path is that of a place of the clock. */
export const isOfClock = (path: string): boolean => path.startsWith('/clock/')

/** The places of a profile, or of a section of it. */
export const profilePlaces = (section: object, within: readonly string[] = []): readonly ViewPlace[] =>
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
export function faultPlaces(id: string, before: View, after: View): readonly ViewPlace[] {
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
export function scopedKeyPlaces(key: string, before: State, after: State): readonly ViewPlace[] {
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
