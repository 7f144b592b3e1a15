import type { ClockState } from '../core/clock.js'
import { isObject, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { Fault } from '../domain/faults/fault.js'
import type { Profile } from '../domain/profile/profile.js'
import type { Counters } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import type { World } from '../domain/world.js'
import { CONFIG } from '../services/config/contents.js'
import type { DatabaseKey } from '../services/documents/collection.js'
import { type DatabaseContents, DOCUMENTS } from '../services/documents/contents.js'
import { showDatabaseKey } from '../services/documents/kinds.js'
import { KV } from '../services/kv/contents.js'
import type { Namespace } from '../services/kv/namespace.js'

/** A world at one moment, to be read. */
export interface View {
  readonly state: State
  readonly clock: ClockState
  readonly profile: Profile
  readonly faults: ReadonlyMap<string, Fault>
}

export function viewOf({ clock, profile, faults, state }: World): View {
  return { state, clock: clock.save(), profile, faults: faults.byId }
}

/** A value of a world that is compared as a whole. */
export interface ViewPlace {
  /** A JSON Pointer (RFC 6901): "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** The value; undefined if there is none. */
  read(view: View): unknown
  /**
   * What the value is made of, if that is quicker to find than the value. While it stays the object that it is, so does
   * the value, unless times count from another origin. undefined if there is no value.
   */
  held?(view: View): object | undefined
}

/** A place that has `held`. */
export type HeldPlace = ViewPlace & Required<Pick<ViewPlace, 'held'>>

/** The value of a place at one moment. */
export interface PlaceValue {
  /** undefined for none. */
  readonly value: unknown
  /** The value as JSON text, to compare it by. */
  readonly text: string | undefined
  readonly held: object | undefined
  /** The origin of its times, in ms. */
  readonly origin: number
}

/**
 * Reads the value of a place.
 *
 * @param before an earlier reading of the place: it is returned if nothing was put in the place of what it was made of
 */
export function readingOf(place: ViewPlace, view: View, before?: PlaceValue): PlaceValue {
  const held = place.held?.(view)
  const { origin } = view.state
  if (place.held !== undefined && before?.held === held && before?.origin === origin) return before
  const value = place.read(view)
  return { value, text: JSON.stringify(value), held, origin }
}

/** A JSON Pointer of these names. */
export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The place of what is not an entry of a store. */
export const storePlace = (id: string): ViewPlace =>
  placeOf('stores', id)(['owner'], (state) => state.of(CONFIG).stores.get(id)?.owner)

/** The place of a key of a namespace or store of a state. */
export function scopedKeyPlace({ key, resourceId }: ScopedKey, state: State): ViewPlace {
  const kind = state.of(CONFIG).stores.has(resourceId) ? 'stores' : 'namespaces'
  return placeOf(kind, resourceId)(['keys', key], (other) => scopeOf(other, key, resourceId))
}

/** The places of the owner and the limits of a namespace. */
export function holderPlaces({ id, limits }: Namespace): readonly ViewPlace[] {
  const place = placeOf('namespaces', id)
  return [
    place(['owner'], (state) => state.of(KV).namespaces.get(id)?.owner),
    ...Object.keys(limits).map((name) =>
      place(['limits', name], (state) => valueAt(state.of(KV).namespaces.get(id)?.limits, [name])),
    ),
  ]
}

function placeOf(kind: 'namespaces' | 'stores', id: string) {
  return (names: readonly string[], read: (state: State) => unknown): ViewPlace => ({
    path: pointer(kind, id, ...names),
    read: ({ state }) => read(state),
  })
}

/** The places of the clock. */
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

/** The place of a counter; in a month that nothing was counted in it is 0. */
const counterPlace = (id: string, month: string, name: keyof Counters): ViewPlace => ({
  path: pointer('namespaces', id, 'usage', month, name),
  read: ({ state }) => state.of(KV).namespaces.get(id)?.usage.of(month, state.origin)[name],
})

/** The places of the counters of a namespace in a month, by their names. */
export const counterPlaces = (id: string, month: string): readonly (readonly [keyof Counters, ViewPlace])[] =>
  COUNTERS.map((name) => [name, counterPlace(id, month, name)])

const COUNTERS = ['reads', 'writes', 'deletes', 'lists'] as const satisfies readonly (keyof Counters)[]

function scopeOf({ scopedKeys }: State, key: string, resourceId: string): object | undefined {
  const held = scopedKeys.get(key)
  return held?.resourceId === resourceId ? { scope: held.scope } : undefined
}

const databasePlace = (
  names: readonly string[],
  read: (database: DatabaseContents) => unknown,
): ViewPlace => ({
  path: pointer('database', ...names),
  read: ({ state }) => read(state.of(DOCUMENTS)),
})

/** The place of the limit of all keys of the database. */
export const rateLimitPlace = databasePlace(['rateLimit'], ({ rateLimit }) => rateLimit)

/** The place of what a database key sees. */
export const databaseKeyPlace = (key: string): HeldPlace => ({
  ...databasePlace(['keys', key], ({ databaseKeys }) => databaseKeyValue(databaseKeys.get(key))),
  held: ({ state }) => state.of(DOCUMENTS).databaseKeys.get(key),
})

/** The place of what is counted of a database key. */
export const rateWindowPlace = (key: string): ViewPlace =>
  databasePlace(['rateWindows', key], ({ rateWindows }) => rateWindows.get(key))

function databaseKeyValue(key: DatabaseKey | undefined): object | undefined {
  if (key === undefined) return undefined
  const { key: _, ...scope } = showDatabaseKey(key, idValue)
  return scope
}

/** Text if a number would lose digits. */
export const idValue = (id: string): string | number => (Number.isSafeInteger(Number(id)) ? Number(id) : id)
