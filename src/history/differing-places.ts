import type { ForkedMap, Sequenced } from '../core/forked-map.js'
import type { ScopedKey } from '../domain/credentials.js'
import { expiryOf } from '../domain/entries/entry.js'
import type { Namespace } from '../domain/namespace.js'
import { configPlace, entryPlace, NO_CONFIGS, NO_ENTRIES, recordPlace } from './list-places.js'
import {
  clockPlaces,
  counterPlaces,
  databaseKeyPlace,
  faultPlace,
  holderPlaces,
  type Place,
  profilePlaces,
  rateLimitPlace,
  rateWindowPlace,
  scopedKeyPlace,
  storePlace,
  type View,
} from './view.js'

/** Places as they are found; undefined for something that was looked at and has none, being the same in both views. */
type Found = Generator<Place | undefined>

/**
 * The places at which two views may differ, each once; of each kind those that the other view alone has come last. A place
 * is made when it is asked for, and none for what both views hold: there may be millions.
 */
export function* differingPlaces(one: View, other: View): Found {
  const [before, after] = [one.state, other.state]
  yield* clockPlaces
  yield* eachOnce([...profilePlaces(one.profile), ...profilePlaces(other.profile)])
  for (const id of one.faults.keys()) yield faultPlace(id)
  for (const id of other.faults.keys()) yield one.faults.has(id) ? undefined : faultPlace(id)
  yield* pairs(before.namespaces, after.namespaces, ({ id }) => id, namespacePlaces(one, other))
  yield* changed(before.stores, after.stores, storePlace)
  yield* pairs(before.scopedKeys, after.scopedKeys, ({ key }) => key, scopedKeyPlaces(one, other))
  yield rateLimitPlace
  yield* changed(before.databaseKeys, after.databaseKeys, databaseKeyPlace)
  yield* changed(before.rateWindows.windows, after.rateWindows.windows, rateWindowPlace)
  yield* pairs(before.namespaces, after.namespaces, ({ id }) => id, entryPlaces(one, other))
  yield* pairs(
    before.stores,
    after.stores,
    ({ id }) => id,
    function* (id, left, right) {
      if (left === right) yield undefined
      else
        yield* changed(left?.entries ?? NO_CONFIGS, right?.entries ?? NO_CONFIGS, (key) =>
          configPlace(id, key),
        )
    },
  )
  for (const name of ['projects', 'documents'] as const) {
    yield* changed(before[name].records, after[name].records, (id) => recordPlace(name, id))
  }
}

/** What there is of a thing that one of two maps has at least, by what it has in either. */
type PlacesOf<V> = (name: string, left: V | undefined, right: V | undefined) => Found

function* pairs<V extends Sequenced>(
  one: ForkedMap<string, V>,
  other: ForkedMap<string, V>,
  nameOf: (value: V) => string,
  placesOf: PlacesOf<V>,
): Found {
  for (const left of one.values()) yield* placesOf(nameOf(left), left, other.get(nameOf(left)))
  for (const right of other.values()) {
    if (one.has(nameOf(right))) yield undefined
    else yield* placesOf(nameOf(right), undefined, right)
  }
}

/** The places of what two maps hold otherwise. What both have from a common origin is not looked at. */
function* changed<V extends Sequenced>(
  one: ForkedMap<string, V>,
  other: ForkedMap<string, V>,
  placeOf: (name: string) => Place,
): Found {
  for (const name of one.differing(other)) yield placeOf(name)
}

/** Of the owner, the limits and the counters of namespaces. */
const namespacePlaces = (one: View, other: View): PlacesOf<Namespace> =>
  function* (id, left, right) {
    if (left === right && !isMoved(one, other)) yield undefined
    else {
      yield* eachOnce([left, right].flatMap((each) => (each === undefined ? [] : [...holderPlaces(each)])))
      const [before, after] = [monthsOf(left, one), monthsOf(right, other)]
      for (const month of new Set([...before.keys(), ...after.keys()])) {
        const [counters, others] = [before.get(month), after.get(month)]
        for (const [name, place] of counterPlaces(id, month)) {
          yield (counters?.[name] ?? 0) === (others?.[name] ?? 0) ? undefined : place
        }
      }
    }
  }

const monthsOf = (namespace: Namespace | undefined, { state }: View) =>
  new Map(namespace?.usage.copy(state.origin).months())

const scopedKeyPlaces = (one: View, other: View): PlacesOf<ScopedKey> =>
  function* (_key, left, right) {
    if (left === right) yield undefined
    else {
      if (left !== undefined) yield scopedKeyPlace(left, one.state)
      if (right !== undefined && right.resourceId !== left?.resourceId)
        yield scopedKeyPlace(right, other.state)
    }
  }

/** Of entries: those that another was put in the place of, and those that time has ended, or moved. */
const entryPlaces = (one: View, other: View): PlacesOf<Namespace> =>
  function* (id, left, right) {
    yield undefined
    const [entries, others] = [left?.entries ?? NO_ENTRIES, right?.entries ?? NO_ENTRIES]
    if (left !== right) yield* changed(entries, others, (key) => entryPlace(id, key))
    const { origin } = one.state
    const [earlier, later] = [one.clock.now, other.clock.now].toSorted((a, b) => a - b) as [number, number]
    const hasAny =
      isMoved(one, other) || (earlier < later && (left?.earliestExpiry(origin) ?? later) <= later)
    if (left === undefined || !hasAny) return
    for (const entry of left.entries.values()) {
      const expiresAt = expiryOf(entry, origin)
      const mayDiffer = isMoved(one, other) || (expiresAt > earlier && expiresAt <= later)
      yield mayDiffer && others.get(entry.key) === entry ? entryPlace(id, entry.key) : undefined
    }
  }

/** Whether times that are kept as distances count from another origin, so that the same thing has another value. */
const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

function* eachOnce(places: readonly Place[]): Generator<Place> {
  const paths = new Set<string>()
  for (const place of places) {
    if (!paths.has(place.path)) yield place
    paths.add(place.path)
  }
}
