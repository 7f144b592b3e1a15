import type { State } from '../domain/state.js'
import { CONFIG } from '../services/config/contents.js'
import { DOCUMENTS } from '../services/documents/contents.js'
import { KV } from '../services/kv/contents.js'
import { expiryOf } from '../services/kv/entry.js'
import type { Namespace } from '../services/kv/namespace.js'
import { configPlace, entryPlace, NO_CONFIGS, NO_ENTRIES, recordPlace } from './list-places.js'
import {
  clockPlaces,
  counterPlaces,
  databaseKeyPlace,
  faultPlace,
  holderPlaces,
  profilePlaces,
  rateLimitPlace,
  rateWindowPlace,
  scopedKeyPlace,
  storePlace,
  type View,
  type ViewPlace,
} from './view.js'

/**
 * The places at which two views may differ, each once; of each kind those that the other view alone has come last. None
 * is made for what both views hold: that may be very many.
 */
export function differingPlaces(one: View, other: View): readonly ViewPlace[] {
  const [before, after] = [one.state, other.state]
  const [{ namespaces: left }, { namespaces: right }] = [before.of(KV), after.of(KV)]
  const [database, otherDatabase] = [before.of(DOCUMENTS), after.of(DOCUMENTS)]
  // Time changes what nobody wrote to: entries expire.
  const isSameTime = one.clock.now === other.clock.now && !isMoved(one, other)
  const namespaces = isSameTime
    ? left.differing(right)
    : new Set([...left.values(), ...right.values()].map(({ id }) => id))
  const stores = before.of(CONFIG).stores.differing(after.of(CONFIG).stores)
  return [
    ...clockPlaces,
    ...(one.profile === other.profile
      ? []
      : eachOnce([...profilePlaces(one.profile), ...profilePlaces(other.profile)])),
    ...Array.from(new Set([...one.faults.keys(), ...other.faults.keys()]), faultPlace),
    ...[...namespaces].flatMap((id) => namespacePlaces(id, one, other)),
    ...stores.map(storePlace),
    ...before.scopedKeys.differing(after.scopedKeys).flatMap((key) => scopedKeyPlaces(key, before, after)),
    rateLimitPlace,
    ...database.databaseKeys.differing(otherDatabase.databaseKeys).map(databaseKeyPlace),
    ...database.rateWindows.windows.differing(otherDatabase.rateWindows.windows).map(rateWindowPlace),
    ...[...namespaces].flatMap((id) => entryPlaces(id, one, other)),
    ...stores.flatMap((id) => configPlaces(id, before, after)),
    ...(['projects', 'documents'] as const).flatMap((name) =>
      database[name].records.differing(otherDatabase[name].records).map((id) => recordPlace(name, id)),
    ),
  ]
}

/** The places of the owner, the limits and the counters of a namespace. */
function namespacePlaces(id: string, one: View, other: View): readonly ViewPlace[] {
  const [left, right] = [namespaceIn(one, id), namespaceIn(other, id)]
  if (left === right && !isMoved(one, other)) return []
  const holders = [left, right].flatMap((each) => (each === undefined ? [] : holderPlaces(each)))
  const [before, after] = [monthsOf(left, one), monthsOf(right, other)]
  const counters = [...new Set([...before.keys(), ...after.keys()])].flatMap((month) =>
    counterPlaces(id, month).flatMap(([name, place]) =>
      (before.get(month)?.[name] ?? 0) === (after.get(month)?.[name] ?? 0) ? [] : place,
    ),
  )
  return [...eachOnce(holders), ...counters]
}

const namespaceIn = ({ state }: View, id: string): Namespace | undefined => state.of(KV).namespaces.get(id)

const monthsOf = (namespace: Namespace | undefined, { state }: View) =>
  new Map(namespace?.usage.copy(state.origin).months())

function scopedKeyPlaces(key: string, before: State, after: State): readonly ViewPlace[] {
  const [left, right] = [before.scopedKeys.get(key), after.scopedKeys.get(key)]
  return [
    ...(left === undefined ? [] : [scopedKeyPlace(left, before)]),
    ...(right === undefined || right.resourceId === left?.resourceId ? [] : [scopedKeyPlace(right, after)]),
  ]
}

/** The places of entries in whose place another was put, and of those that time has ended, or moved. */
function entryPlaces(id: string, one: View, other: View): readonly ViewPlace[] {
  const { origin } = one.state
  const [left, right] = [namespaceIn(one, id), namespaceIn(other, id)]
  const [entries, others] = [left?.entries ?? NO_ENTRIES, right?.entries ?? NO_ENTRIES]
  const written = left === right ? [] : entries.differing(others)
  const earlier = Math.min(one.clock.now, other.clock.now)
  const later = Math.max(one.clock.now, other.clock.now)
  const mayExpire = earlier < later && (left?.earliestExpiry(origin) ?? later) <= later
  const hasAny = isMoved(one, other) || mayExpire
  const kept = hasAny ? [...entries.values()].filter((entry) => others.get(entry.key) === entry) : []
  const ended = kept.filter((entry) => {
    const expiresAt = expiryOf(entry, origin)
    return isMoved(one, other) || (expiresAt > earlier && expiresAt <= later)
  })
  return [...written, ...ended.map(({ key }) => key)].map((key) => entryPlace(id, key))
}

/** The places of entries of a store. */
function configPlaces(id: string, before: State, after: State): readonly ViewPlace[] {
  const [entries = NO_CONFIGS, others = NO_CONFIGS] = [before, after].map(
    (state) => state.of(CONFIG).stores.get(id)?.entries,
  )
  return entries.differing(others).map((key) => configPlace(id, key))
}

/** Whether times that are kept as distances count from another origin, so that an unchanged thing has another value. */
const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

const eachOnce = (places: readonly ViewPlace[]): readonly ViewPlace[] => [
  ...new Map(places.map((place) => [place.path, place])).values(),
]
