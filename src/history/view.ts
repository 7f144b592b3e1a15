import type { ClockState } from '../core/clock.js'
import { isObject, valueAt } from '../core/objects.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { CollectionName, DatabaseKey, DatabaseRecord } from '../domain/database.js'
import type { Fault } from '../domain/faults/fault.js'
import type { Namespace } from '../domain/namespace.js'
import type { Profile } from '../domain/profile/profile.js'
import type { Counters } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import type { World } from '../domain/world.js'

/** A world at one moment, to be read. */
export interface View {
  readonly state: State
  readonly clock: ClockState
  readonly profile: Profile
  readonly faults: ReadonlyMap<string, Fault>
}

export function viewOf({ clock, profile, faults, state }: World): View {
  const list = faults.asOfNow()
  let byId: ReadonlyMap<string, Fault> | undefined
  return {
    state,
    clock: clock.save(),
    profile,
    // Behind most commands nobody asks for them.
    get faults() {
      byId ??= new Map([...list].map((fault) => [fault.id, fault]))
      return byId
    },
  }
}

/** `viewOf` in slices, of a world that does not go on meanwhile: it may have very many faults. */
export function viewSteps(world: World): View {
  const faults = new Map<string, Fault>()
  for (const fault of world.faults.asOfNow()) {
    faults.set(fault.id, fault)
  }
  const { state, clock, profile } = world
  return { state, clock: clock.save(), profile, faults }
}

/** What commands change as a whole. */
export type Part = 'clock' | 'profile' | 'faults' | `usage of ${string}`

/** A value that takes long to be read. */
interface LongValue {
  /** The value but for its long texts. */
  readonly outline: unknown
  readonly texts: readonly string[]
  /** Reads all of it. */
  steps(): unknown
}

/** A value of a world that is compared as a whole. */
export interface Place {
  /** A JSON Pointer (RFC 6901): "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** Left out: it is in none. */
  readonly part?: Part
  /** undefined where there is none. */
  read(view: View): unknown
  /**
   * What the value is made of, where that is quicker to find than the value: of two views in which it is the same, so is
   * the value, unless times count from another origin. undefined where there is no value.
   */
  held?(view: View): object | undefined
  /** The value in parts where it is long; undefined where it is short or none. Left out: it is always short. */
  long?(view: View): LongValue | undefined
}

/** A place of which that can be told. */
export type HeldPlace = Place & Required<Pick<Place, 'held'>>

/** Whether it is known without a look at the values that they are the same in two views. */
export const isHeldAlike = (place: Place, one: View, other: View): boolean =>
  place.held !== undefined && one.state.origin === other.state.origin && place.held(one) === place.held(other)

/** A value of a view, with texts that tell it from others. */
export interface Reading {
  /** undefined for none; of a long one the outline. */
  readonly value: unknown
  /** undefined for none. */
  readonly text: string | undefined
  readonly long: LongValue | undefined
}

export function readingOf(place: Place, view: View): Reading {
  const long = place.long?.(view)
  const value = long === undefined ? place.read(view) : long.outline
  return { value, text: JSON.stringify(value), long }
}

/** Whether two values are the same. */
export const areAlike = (one: Reading, other: Reading): boolean =>
  one.text === other.text && areSame(one.long?.texts, other.long?.texts)

const areSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])

/** Characters of such a text that are made of a value, or compared, in the time that most work on an item takes. */
const CHARACTERS_AN_ITEM = 100
const COMPARED_AN_ITEM = 10_000

/** How many items of work such a value was. */
export const itemsOf = ({ text = '', long }: Reading): number =>
  (long?.texts ?? []).reduce(
    (items, { length }) => items + length / COMPARED_AN_ITEM,
    text.length / CHARACTERS_AN_ITEM,
  )

/** A JSON Pointer of these names. */
export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The place of what is not an entry of a store. */
export const storePlace = (id: string): Place =>
  placeOf('stores', id)(['owner'], ({ stores }) => stores.get(id)?.owner)

/** The place of a key of a namespace or store of a state. */
export function scopedKeyPlace({ key, resourceId }: ScopedKey, { stores }: State): Place {
  const kind = stores.has(resourceId) ? 'stores' : 'namespaces'
  return placeOf(kind, resourceId)(['keys', key], (other) => scopeOf(other, key, resourceId))
}

/** The places of the owner and the limits of a namespace. */
export function* holderPlaces({ id, limits }: Namespace): Generator<Place> {
  const place = placeOf('namespaces', id)
  yield place(['owner'], ({ namespaces }) => namespaces.get(id)?.owner)
  for (const name of Object.keys(limits)) {
    yield place(['limits', name], ({ namespaces }) => valueAt(namespaces.get(id)?.limits, [name]))
  }
}

function placeOf(kind: 'namespaces' | 'stores', id: string) {
  return (names: readonly string[], read: (state: State) => unknown): Place => ({
    path: pointer(kind, id, ...names),
    read: ({ state }) => read(state),
  })
}

/** The places of the clock. */
export const clockPlaces: readonly Place[] = (['now', 'mode', 'rate'] as const).map((name) => ({
  path: pointer('clock', name),
  part: 'clock',
  read: ({ clock }) => clock[name],
}))

/** The places of a profile, or of a section of it. */
export function* profilePlaces(section: object, within: readonly string[] = []): Generator<Place> {
  for (const [name, value] of Object.entries(section)) {
    const path = [...within, name]
    if (isObject(value)) yield* profilePlaces(value, path)
    else
      yield {
        path: pointer('profile', ...path),
        part: 'profile',
        read: ({ profile }) => valueAt(profile, path),
      }
  }
}

/** The place of a fault. */
export const faultPlace = (id: string): HeldPlace => ({
  path: pointer('faults', id),
  part: 'faults',
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
const counterPlace = (id: string, month: string, name: keyof Counters): Place => ({
  path: pointer('namespaces', id, 'usage', month, name),
  part: usageOf(id),
  read: ({ state: { namespaces, origin } }) => namespaces.get(id)?.usage.of(month, origin)[name],
})

/** The counters of a namespace in all months. */
export const usageOf = (id: string): Part => `usage of ${id}`

/** The places of the counters of a namespace in a month, by their names. */
export const counterPlaces = (id: string, month: string): readonly (readonly [keyof Counters, Place])[] =>
  COUNTERS.map((name) => [name, counterPlace(id, month, name)])

const COUNTERS = ['reads', 'writes', 'deletes', 'lists'] as const satisfies readonly (keyof Counters)[]

function scopeOf({ scopedKeys }: State, key: string, resourceId: string): object | undefined {
  const held = scopedKeys.get(key)
  return held?.resourceId === resourceId ? { scope: held.scope } : undefined
}

const databasePlace = (names: readonly string[], read: (state: State) => unknown): Place => ({
  path: pointer('database', ...names),
  read: ({ state }) => read(state),
})

/** The place of the limit of all keys of the database. */
export const rateLimitPlace = databasePlace(['rateLimit'], ({ rateLimit }) => rateLimit)

/** The places of what a database key sees, and of what is counted of it. */
export const databaseKeyPlaces = (key: string): readonly Place[] => [
  databaseKeyPlace(key),
  rateWindowPlace(key),
]

/** The place of what a database key sees. */
export const databaseKeyPlace = (key: string): HeldPlace => ({
  ...databasePlace(['keys', key], ({ databaseKeys }) => databaseKeyValue(databaseKeys.get(key))),
  held: ({ state }) => state.databaseKeys.get(key),
})

/** The place of what is counted of a database key. */
export const rateWindowPlace = (key: string): Place =>
  databasePlace(['rateWindows', key], ({ rateWindows }) => rateWindows.get(key))

function databaseKeyValue(key: DatabaseKey | undefined): object | undefined {
  if (key?.scope === undefined) return key && {}
  const { projects, documents, outOfScope } = key.scope
  return { projects: [...projects].map(idValue), documents: [...documents].map(idValue), outOfScope }
}

/** A record as in a seed. */
export function recordValue(name: CollectionName, record: DatabaseRecord | undefined): object | undefined {
  if (record === undefined) return undefined
  const { id, heading, text, project } = record
  const members =
    name === 'documents' ? { title: heading, content: text } : { name: heading, description: text }
  return { id: idValue(id), ...members, project: project && idValue(project) }
}

/** Text where a number would lose digits. */
const idValue = (id: string): string | number => (Number.isSafeInteger(Number(id)) ? Number(id) : id)
