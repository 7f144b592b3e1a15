import type { ForkedMap, Sequenced } from '../../core/forked-map.js'
import { isLongerThan } from '../../core/json/long-json.js'
import { walk } from '../../core/json/walk.js'
import { isObject, isRecord } from '../../core/objects.js'
import type { Seen } from '../../core/seen.js'
import type { Baseline } from '../baseline.js'
import type { ConfigEntry, Store } from '../config.js'
import type { ScopedKey } from '../credentials.js'
import type { DatabaseKey, DatabaseRecord, DatabaseScope } from '../database.js'
import type { KvEntry } from '../entries/entry.js'
import { PreparedFaults } from '../faults/armed.js'
import type { FaultSpec } from '../faults/fault.js'
import type { Faults } from '../faults/faults.js'
import type { History } from '../history.js'
import type { Namespace } from '../namespace.js'
import { VARIANTS } from '../profile/grease.js'
import { defaultProfile, type Profile } from '../profile/profile.js'
import type { KeyWindow } from '../rate-limit.js'
import type { Snapshots } from '../snapshots.js'
import type { State } from '../state.js'
import { bytesOfRecords, NO_TOMBSTONES, type Tombstones } from '../tombstones.js'
import type { RunUsage } from '../usage.js'

/**
 * Estimates of the bytes that contents take, without what is in `seen`, which others hold too and was counted with
 * them. A character counts as a byte: texts of which each takes two fit in the half of the heap that no bound counts.
 */

/** A record with its rows in a layer; a namespace or store with its counters and maps. */
export const RECORD_BYTES = 200
export const RESOURCE_BYTES = 1500
const STATE_BYTES = 4000
/** The least that a world takes, and with a state a snapshot. */
export const WORLD_BYTES = 4000
export const SNAPSHOT_BYTES = STATE_BYTES
export const FAULT_BYTES = 1000
/** A profile as it is tracked once a request was answered by it, without its texts. */
const TRACKED_BYTES = 40_000
/** All variants of a profile, whose texts they share. */
export const VARIANTS_BYTES = VARIANTS * (TRACKED_BYTES + 10_000)
export const VALUE_BYTES = 40
/** A namespace that was used, be it there or not, with its id. */
const USED_BYTES = 300

interface HoldingWorld {
  readonly state: State
  readonly faults: Faults
  readonly baseline: Baseline
  readonly snapshots: Snapshots
  readonly tombstones: Tombstones
  readonly history: Pick<History, 'captures'>
  readonly usage: Pick<RunUsage, 'size'>
  readonly inForce: { readonly profile: Profile; readonly variants: object | undefined }
}

/**
 * A world, for what is not counted where it is: its own journal and reasons for absence are. Of what it holds nothing is
 * missed that it lets go of between two slices.
 */
export function bytesOfWorld(world: HoldingWorld, seen: Seen): number {
  seen.add(world.tombstones.records)
  const { state, faults, baseline, snapshots, history, usage, inForce } = world
  const kept = [...snapshots.list(), ...history.captures()].map(({ contents }) => contents)
  const own = WORLD_BYTES + USED_BYTES * usage.size
  return bytesOfHeld(own, inForce, state, faults.keep(), [baseline, ...kept], seen)
}

function bytesOfHeld(
  own: number,
  { profile, variants }: HoldingWorld['inForce'],
  state: State,
  armed: PreparedFaults,
  kept: readonly Baseline[],
  seen: Seen,
): number {
  let bytes = own + bytesOfState(state, seen)
  if (seen.add(profile)) bytes += bytesOfProfile(profile)
  if (variants !== undefined && seen.add(variants)) bytes += VARIANTS_BYTES
  bytes += bytesOfFaults(armed, seen)
  for (const contents of kept) bytes += bytesOfBaseline(contents, seen)
  return bytes
}

/** What a reset or a restore goes back to. */
export function bytesOfBaseline(baseline: Baseline, seen: Seen): number {
  if (!seen.add(baseline)) return 0
  const { state, profile, faults, tombstones = NO_TOMBSTONES, source } = baseline
  return (
    bytesOfState(state, seen) +
    bytesOfFaults(faults, seen) +
    (seen.add(profile) ? bytesOfProfile(profile) : 0) +
    (seen.add(tombstones.records) ? bytesOfRecords(tombstones.records) : 0) +
    (isObject(source) && seen.add(source) ? weighData(source) : 0)
  )
}

/** A profile, which has so many options and no more, and what is kept to track it. */
export const bytesOfProfile = (profile: Profile): number =>
  // The usual one is there anyway.
  profile === defaultProfile ? 0 : TRACKED_BYTES + weighData(profile)

export function bytesOfState(state: State, seen: Seen): number {
  let bytes = STATE_BYTES
  bytes += bytesOfHolders<Namespace>(state.namespaces, seen)
  bytes += bytesOfHolders<Store>(state.stores, seen)
  bytes += bytesOfMap(state.scopedKeys, scopedKeyBytes, seen)
  bytes += bytesOfMap(state.databaseKeys, databaseKeyBytes, seen)
  bytes += bytesOfMap(state.rateWindows.windows, windowBytes, seen)
  bytes += bytesOfMap(state.projects.records, recordBytes, seen)
  bytes += bytesOfMap(state.documents.records, recordBytes, seen)
  return bytes
}

export function bytesOfFaults(faults: Iterable<FaultSpec>, seen: Seen): number {
  let bytes = 0
  if (faults instanceof PreparedFaults && !seen.add(faults.armed)) return bytes
  for (const spec of faults instanceof PreparedFaults ? faults.given() : faults) {
    weighBody(spec)
    bytes += bytesOfFault(spec, seen)
  }
  return bytes
}

/** Counts through the body of a fault in slices: `bytesOfFault` has it at once from then on. */
export function weighBody({ body }: FaultSpec): void {
  if (isObject(body) && isLongerThan(SHORT_SIZE, body)) weighData(body)
}

export const bytesOfFault = ({ id = '', body, headers, match }: FaultSpec, seen: Seen): number =>
  FAULT_BYTES + id.length + bytesOfData(body, seen) + bytesOfData(headers, seen) + bytesOfData(match, seen)

/** Namespaces or stores, and the entries in them. */
function bytesOfHolders<Holder extends Namespace | Store>(
  map: ForkedMap<string, Holder>,
  seen: Seen,
): number {
  let bytes = 0
  for (const holder of map.values()) {
    if (!seen.add(holder)) continue
    const months = 'usage' in holder ? holder.usage.monthsBeside(seen) : 0
    bytes += RESOURCE_BYTES + RECORD_BYTES * months + holder.id.length + holder.owner.length
    bytes += bytesOfMap<KvEntry | ConfigEntry>(holder.entries, entryBytes, seen)
  }
  return bytes
}

/** What layers weigh that were weighed: they are never changed. */
const weights = new WeakMap<object, number>()

function bytesOfMap<V extends Sequenced>(
  map: ForkedMap<string, V>,
  weigh: (value: V) => number,
  seen: Seen,
): number {
  let bytes = 0
  for (const layer of map.layers) {
    if (!seen.add(layer)) continue
    let weight = weights.get(layer)
    if (weight === undefined) {
      weight = 0
      for (const value of layer.values()) weight += weigh(value)
      weights.set(layer, weight)
    }
    bytes += weight
  }
  return bytes
}

const entryBytes = ({ key, text }: KvEntry | ConfigEntry): number => RECORD_BYTES + key.length + text.length

const recordBytes = ({ heading, text = '' }: DatabaseRecord): number =>
  RECORD_BYTES + heading.length + text.length

const scopedKeyBytes = ({ key }: ScopedKey): number => RECORD_BYTES + key.length

const databaseKeyBytes = ({ key, scope }: DatabaseKey): number =>
  RECORD_BYTES + key.length + bytesOfScope(scope)

export const bytesOfScope = (scope: DatabaseScope | undefined): number =>
  VALUE_BYTES * ((scope?.projects.size ?? 0) + (scope?.documents.size ?? 0))

export function windowBytes({ key, window }: KeyWindow): number {
  const instants = 'log' in window ? window.log : (window.others ?? [])
  return RECORD_BYTES + key.length + VALUE_BYTES * instants.length
}

/**
 * Data of that size is counted wherever it is held: of very many faults a set and a map of all of it would take longer to
 * keep, and each collection of garbage to go through, than to count it.
 */
const SHORT_SIZE = 10

const dataBytes = new WeakMap<object, number>()

/**
 * Data as a seed or a fault has it; it is never changed, so that each is counted through once. What an alias repeats counts
 * each time: aliases stand for a bounded number of values.
 */
function bytesOfData(data: unknown, seen: Seen): number {
  if (data === undefined) return 0
  if (!isLongerThan(SHORT_SIZE, data)) return bytesOfShort(data)
  if (!seen.add(data)) return 0
  return isObject(data) ? weighData(data) : ownBytes(data)
}

function bytesOfShort(data: unknown): number {
  const bytes = VALUE_BYTES + ownBytes(data)
  if (!isObject(data)) return bytes
  const own = bytes + (isRecord(data) ? lengthOfNames(data) : 0)
  return Object.values(data).reduce((sum: number, item) => sum + bytesOfShort(item), own)
}

/** Each is counted through once: what is weighed must never change. */
export function weighData(data: object): number {
  const known = dataBytes.get(data)
  if (known !== undefined) return known
  let bytes = 0
  walk(data, (item) => {
    bytes += VALUE_BYTES + ownBytes(item) + (isRecord(item) ? lengthOfNames(item) : 0)
    return true
  })
  dataBytes.set(data, bytes)
  return bytes
}

function lengthOfNames(mapping: object): number {
  let length = 0
  for (const name in mapping) length += name.length
  return length
}

const ownBytes = (value: unknown): number => VALUE_BYTES + (typeof value === 'string' ? value.length : 0)
