import { isObject, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { Fault } from '../domain/faults/fault.js'
import type { State } from '../domain/state.js'
import { type HeldPlace, pointer, type ViewPlace } from '../domain/view.js'

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

/** The place of a fault. */
export const faultPlace = (id: string): HeldPlace => ({
  path: pointer('faults', id),
  held: (view) => view.faults.get(id),
  read: (view) => faultValue(view.faults.get(id)),
})

function faultValue(fault: Fault | undefined): object | undefined {
  if (fault === undefined) return undefined
  const { spec, enabled, matches, hits, from, until } = fault
  // Its path has the id, and only a fault that was restored has it in what it was made from too.
  const { id: _id, ...made } = spec
  return { ...made, enabled, matches, hits, from, until }
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
