import type { LayeredMap } from '../../core/layered-map.js'
import { isObject } from '../../core/objects.js'
import { atOnce, Slice, type Steps } from '../../core/steps.js'
import type { Baseline } from '../baseline.js'
import type { ConfigEntry, Store } from '../config.js'
import type { ScopedKey } from '../credentials.js'
import type { DatabaseKey, DatabaseRecord } from '../database.js'
import type { FaultSpec, Faults } from '../faults/faults.js'
import type { History } from '../history.js'
import type { KvEntry, Namespace } from '../namespace.js'
import type { RateWindows } from '../rate-limit.js'
import type { Snapshots } from '../snapshots.js'
import type { State } from '../state.js'
import { bytesOfRecords, NO_TOMBSTONES, type Tombstones } from '../tombstones.js'

/**
 * Estimates of the bytes that contents take, without what is in `seen`, which others hold too and was counted with
 * them. A character counts as a byte: texts of which each takes two fit in the half of the heap that no bound counts.
 */

/** A record with its rows in a layer; a namespace or store with its counters and maps. */
const RECORD_BYTES = 200
const RESOURCE_BYTES = 1500
const STATE_BYTES = 4000
/** The least that a world takes, and with a state a snapshot. */
export const WORLD_BYTES = 4000
export const SNAPSHOT_BYTES = STATE_BYTES
const FAULT_BYTES = 1000
const VALUE_BYTES = 40

interface HoldingWorld {
  readonly state: State
  readonly faults: Faults
  readonly baseline: Baseline
  readonly snapshots: Snapshots
  readonly tombstones: Tombstones
  readonly history: Pick<History, 'captures'>
}

/** A world, for what is not counted where it is: its own journal and reasons for absence are. */
export function bytesOfWorld(world: HoldingWorld, seen: Set<unknown>): number {
  seen.add(world.tombstones.records)
  const { state, faults, baseline, snapshots, history } = world
  const armed = faults.list().map(({ spec }) => spec)
  return [...snapshots.list(), ...history.captures()].reduce(
    (sum, { contents }) => sum + bytesOfBaseline(contents, seen),
    WORLD_BYTES + bytesOfState(state, seen) + bytesOfFaults(armed, seen) + bytesOfBaseline(baseline, seen),
  )
}

/** What a reset or a restore goes back to. */
export function bytesOfBaseline(baseline: Baseline, seen: Set<unknown>): number {
  if (wasSeen(baseline, seen)) return 0
  const { state, faults, tombstones = NO_TOMBSTONES, source } = baseline
  return (
    bytesOfState(state, seen) +
    bytesOfFaults(faults, seen) +
    (wasSeen(tombstones.records, seen) ? 0 : bytesOfRecords(tombstones.records)) +
    bytesOfData(source, seen)
  )
}

export function bytesOfState(state: State, seen: Set<unknown>): number {
  const holderBytes = (holder: Namespace | Store) => {
    if (wasSeen(holder, seen)) return 0
    const { owner, entries } = holder
    const months = 'usage' in holder ? holder.usage.size : 0
    return RESOURCE_BYTES + RECORD_BYTES * months + owner.length + entriesOf(entries).bytes(seen)
  }
  return (
    STATE_BYTES +
    bytesOfMap(state.namespaces, holderBytes, seen, false) +
    bytesOfMap(state.stores, holderBytes, seen, false) +
    plainMaps(state).reduce((sum, map) => sum + map.bytes(seen), 0) +
    bytesOfWindows(state.rateWindows, seen)
  )
}

export function bytesOfFaults(specs: readonly FaultSpec[], seen: Set<unknown>): number {
  return specs.reduce((sum, { body, headers, match }) => {
    return sum + FAULT_BYTES + bytesOfData(body, seen) + bytesOfData(headers, seen) + bytesOfData(match, seen)
  }, 0)
}

/**
 * Looks in slices at all that a count of contents looks at, so that the count need not: for contents that no world has
 * yet.
 */
export function* weighAhead({ state, source }: Pick<Baseline, 'state' | 'source'>): Steps<void> {
  const slice = new Slice()
  for (const holders of [state.namespaces, state.stores]) {
    for (const { entries } of holders.values()) {
      yield* slice.take()
      yield* entriesOf(entries).weighAhead(slice)
    }
  }
  for (const map of plainMaps(state)) yield* map.weighAhead(slice)
  if (isObject(source)) yield* weighData(source)
}

/** A map whose values share nothing with others. */
interface PlainMap {
  bytes(seen: Set<unknown>): number
  weighAhead(slice: Slice): Steps<void>
}

const plainMap = <V extends { readonly seq: number }>(
  map: LayeredMap<string, V>,
  weigh: (value: V) => number,
): PlainMap => ({
  bytes: (seen) => bytesOfMap(map, weigh, seen),
  *weighAhead(slice) {
    for (const layer of map.layers) yield* layer.weighAhead(weigh, slice)
  },
})

/** Those beside the entries of namespaces and stores. */
const plainMaps = (state: State): readonly PlainMap[] => [
  plainMap(state.scopedKeys, scopedKeyBytes),
  plainMap(state.databaseKeys, databaseKeyBytes),
  plainMap(state.projects.records, recordBytes),
  plainMap(state.documents.records, recordBytes),
]

const entriesOf = (entries: LayeredMap<string, KvEntry | ConfigEntry>): PlainMap =>
  plainMap(entries, entryBytes)

/** @param isPlain whether its values share nothing with others and stay as they are, so that sums can be kept */
function bytesOfMap<V extends { readonly seq: number }>(
  map: LayeredMap<string, V>,
  weigh: (value: V) => number,
  seen: Set<unknown>,
  isPlain = true,
): number {
  return map.layers.reduce(
    // Two layers may share their records.
    (sum, layer) => sum + (wasSeen(layer.records, seen) ? 0 : layer.weight(weigh, isPlain)),
    0,
  )
}

const entryBytes = ({ key, text }: KvEntry | ConfigEntry): number => RECORD_BYTES + key.length + text.length

const recordBytes = ({ heading, text = '' }: DatabaseRecord): number =>
  RECORD_BYTES + heading.length + text.length

const scopedKeyBytes = ({ key }: ScopedKey): number => RECORD_BYTES + key.length

const databaseKeyBytes = ({ key, scope }: DatabaseKey): number =>
  RECORD_BYTES + key.length + VALUE_BYTES * ((scope?.projects.size ?? 0) + (scope?.documents.size ?? 0))

function bytesOfWindows(windows: RateWindows, seen: Set<unknown>): number {
  let bytes = 0
  for (const [, window] of windows.entries()) {
    bytes += RECORD_BYTES
    if ('log' in window && !wasSeen(window.log, seen)) bytes += VALUE_BYTES * window.log.length
  }
  return bytes
}

const dataBytes = new WeakMap<object, number>()

/** Data as a seed or a fault has it; it is never changed, so that each is counted through once. */
function bytesOfData(data: unknown, seen: Set<unknown>): number {
  if (data === undefined || wasSeen(data, seen)) return 0
  return isObject(data) ? atOnce(weighData(data)) : ownBytes(data)
}

function* weighData(data: object): Steps<number> {
  const known = dataBytes.get(data)
  if (known !== undefined) return known
  const slice = new Slice()
  const seen = new Set<unknown>()
  const open: Iterator<unknown>[] = [[data].values()]
  let bytes = 0
  for (let items = open.at(-1); items !== undefined; items = open.at(-1)) {
    const { done, value } = items.next()
    if (done === true) open.pop()
    else {
      bytes += VALUE_BYTES + ownBytes(value)
      // What an alias repeats is there once.
      if (isObject(value) && !wasSeen(value, seen)) open.push(Object.values(value).values())
      if (slice.spend()) yield
    }
  }
  dataBytes.set(data, bytes)
  return bytes
}

const ownBytes = (value: unknown): number => VALUE_BYTES + (typeof value === 'string' ? value.length : 0)

/** Whether it was seen before; from now on it is. */
function wasSeen(held: unknown, seen: Set<unknown>): boolean {
  if (seen.has(held)) return true
  seen.add(held)
  return false
}
