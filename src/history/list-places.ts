import { LayeredMap } from '../core/layers/layered-map.js'
import type { Slice, Steps } from '../core/steps.js'
import type { ConfigEntry } from '../domain/config.js'
import type { DatabaseRecord } from '../domain/database.js'
import { expiryOf, type KvEntry } from '../domain/entries/entry.js'
import type { State } from '../domain/state.js'
import { exportConfigEntry, exportEntry } from '../seed/export.js'
import { type HeldPlace, type Place, pointer, recordValue, type View } from './view.js'

/** The places of entries and records in which two views may differ, some of them twice. */
export function* listPlaces(one: View, other: View, slice: Slice): Steps<Place[]> {
  const places: Place[] = []
  const add = (place: Place): void => {
    places.push(place)
  }
  for (const id of yield* resourceIds(one, other, 'namespaces', slice)) {
    yield* slice.take()
    yield* slice.each(differingEntries(id, one.state, other.state), add)
    yield* eachExpiring(id, one, other, slice, (key) => add(entryPlace(id, key)))
  }
  for (const id of yield* resourceIds(one, other, 'stores', slice)) {
    yield* slice.take()
    yield* slice.each(differingConfigs(id, one.state, other.state), add)
  }
  yield* slice.each(differingRecords(one.state, other.state), add)
  return places
}

/** The places of entries of a namespace at which two states may differ, some of them twice; so are those below. */
export function* differingEntries(id: string, one: State, other: State): Generator<Place> {
  const [left, right] = [one, other].map(({ namespaces }) => namespaces.get(id)?.entries ?? NO_ENTRIES)
  for (const key of (left ?? NO_ENTRIES).differing(right ?? NO_ENTRIES)) yield entryPlace(id, key)
}

/** Of entries of a store. */
export function* differingConfigs(id: string, one: State, other: State): Generator<Place> {
  const [left, right] = [one, other].map(({ stores }) => stores.get(id)?.entries ?? NO_CONFIGS)
  for (const key of (left ?? NO_CONFIGS).differing(right ?? NO_CONFIGS)) yield configPlace(id, key)
}

/** Of records. */
export function* differingRecords(one: State, other: State): Generator<Place> {
  for (const name of ['projects', 'documents'] as const) {
    for (const id of one[name].records.differing(other[name].records)) yield recordPlace(name, id)
  }
}

const NO_ENTRIES = new LayeredMap<string, KvEntry>()
const NO_CONFIGS: LayeredMap<string, never> = new LayeredMap()

function* resourceIds(
  one: View,
  other: View,
  kind: 'namespaces' | 'stores',
  slice: Slice,
): Steps<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const { state } of [one, other]) {
    const resources: Iterable<{ readonly id: string }> = state[kind].values()
    yield* slice.each(resources, ({ id }) => {
      ids.add(id)
    })
  }
  return ids
}

/** Shows the keys of entries that are live at one of two times and expired at the other, or whose offsets have another origin. */
function* eachExpiring(
  id: string,
  one: View,
  other: View,
  slice: Slice,
  visit: (key: string) => void,
): Steps<void> {
  const [earlier, later] = [one.clock.now, other.clock.now].sort((a, b) => a - b) as [number, number]
  const isMoved = one.state.origin !== other.state.origin
  for (const { state } of [one, other]) {
    const namespace = state.namespaces.get(id)
    if (namespace === undefined || (!isMoved && namespace.earliestExpiry(state.origin) > later)) continue
    yield* slice.each(namespace.asOfNow(), (entry) => {
      const expiresAt = expiryOf(entry, state.origin)
      if (isMoved || (expiresAt > earlier && expiresAt <= later)) visit(entry.key)
    })
  }
}

/** The place of an entry; one that is expired is not there. */
export function entryPlace(id: string, key: string): HeldPlace {
  const held = ({ state, clock }: View): KvEntry | undefined => {
    const entry = state.namespaces.get(id)?.entries.get(key)
    return entry === undefined || expiryOf(entry, state.origin) <= clock.now ? undefined : entry
  }
  return heldPlace(pointer('namespaces', id, 'entries', key), held, exportEntry)
}

export function configPlace(id: string, key: string): HeldPlace {
  const held = ({ state }: View): ConfigEntry | undefined => state.stores.get(id)?.entries.get(key)
  return heldPlace(pointer('stores', id, 'entries', key), held, exportConfigEntry)
}

export function recordPlace(name: 'projects' | 'documents', id: string): HeldPlace {
  const held = ({ state }: View): DatabaseRecord | undefined => state[name].records.get(id)
  return heldPlace(pointer('database', name, id), held, (record) => recordValue(name, record))
}

/** @param show gives the value of what is held, as a seed has it; `origin` in ms */
const heldPlace = <Held extends object>(
  path: string,
  held: (view: View) => Held | undefined,
  show: (held: Held, origin: number) => unknown,
): HeldPlace => ({
  path,
  held,
  read(view) {
    const one = held(view)
    return one && show(one, view.state.origin)
  },
})
