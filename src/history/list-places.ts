import { LayeredMap } from '../core/layers/layered-map.js'
import type { Slice, Steps } from '../core/steps.js'
import { expiryOf, type KvEntry } from '../domain/entries/entry.js'
import { exportConfigEntry, exportEntry } from '../seed/export.js'
import { type Group, groupOf, type Place, pointer, recordValue, type View } from './view.js'

/** The places of entries and records in which two views may differ, some of them twice. */
export function* listPlaces(one: View, other: View, slice: Slice): Steps<Place[]> {
  const places: Place[] = []
  const add = (place: Place): void => {
    places.push(place)
  }
  for (const id of resourceIds(one, other, 'namespaces')) {
    const [left, right] = [one, other].map(({ state }) => state.namespaces.get(id)?.entries ?? NO_ENTRIES)
    yield* slice.each((left ?? NO_ENTRIES).differing(right ?? NO_ENTRIES), (key) => add(entryPlace(id, key)))
    yield* expiringKeys(id, one, other, slice, (key) => add(entryPlace(id, key)))
  }
  for (const id of resourceIds(one, other, 'stores')) {
    const [left, right] = [one, other].map(({ state }) => state.stores.get(id)?.entries ?? NO_CONFIGS)
    yield* slice.each((left ?? NO_CONFIGS).differing(right ?? NO_CONFIGS), (key) => add(configPlace(id, key)))
  }
  for (const name of ['projects', 'documents'] as const) {
    const records = one.state[name].records.differing(other.state[name].records)
    yield* slice.each(records, (id) => add(recordPlace(name, id)))
  }
  return places
}

const NO_ENTRIES = new LayeredMap<string, KvEntry>()
const NO_CONFIGS: LayeredMap<string, never> = new LayeredMap()

function resourceIds(one: View, other: View, kind: 'namespaces' | 'stores'): ReadonlySet<string> {
  const ids = [one, other].flatMap(({ state }) => [...state[kind].values()].map(({ id }) => id))
  return new Set(ids)
}

/** Adds the keys of entries that are live at one of two times and expired at the other, or whose offsets have another origin. */
function* expiringKeys(
  id: string,
  one: View,
  other: View,
  slice: Slice,
  add: (key: string) => void,
): Steps<void> {
  const [earlier, later] = [one.clock.now, other.clock.now].sort((a, b) => a - b) as [number, number]
  const isMoved = one.state.origin !== other.state.origin
  for (const { state } of [one, other]) {
    const namespace = state.namespaces.get(id)
    if (namespace === undefined || (!isMoved && namespace.earliestExpiry(state.origin) > later)) continue
    yield* slice.each(namespace.asOfNow(), (entry) => {
      const expiresAt = expiryOf(entry, state.origin)
      if (isMoved || (expiresAt > earlier && expiresAt <= later)) add(entry.key)
    })
  }
}

/** The place of an entry; one that is expired is not there. */
export const entryPlace = (id: string, key: string): Place => ({
  path: pointer('namespaces', id, 'entries', key),
  group: groupOf(id),
  read({ state, clock }) {
    const entry = state.namespaces.get(id)?.entries.get(key)
    if (entry === undefined || expiryOf(entry, state.origin) <= clock.now) return undefined
    return exportEntry(entry, state.origin)
  },
})

export const configPlace = (id: string, key: string): Place => ({
  path: pointer('stores', id, 'entries', key),
  group: groupOf(id),
  read({ state }) {
    const entry = state.stores.get(id)?.entries.get(key)
    return entry && exportConfigEntry(entry, state.origin)
  },
})

export const recordPlace = (name: 'projects' | 'documents', id: string): Place => ({
  path: pointer('database', name, id),
  group: name satisfies Group,
  read: ({ state }) => recordValue(name, state[name].records.get(id)),
})
