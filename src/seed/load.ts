import { monthKey } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import type { Collection, RecordFields } from '../services/documents/collection.js'
import { scopeOf } from '../services/documents/kinds.js'
import type { Namespace } from '../services/kv/namespace.js'
import { ORIGIN_MONTH } from '../services/kv/quotas.js'
import type { Anchor } from './expand/block.js'
import type { ExpandedSeed } from './expand/expand.js'
import type { ResumePlaces, ResumePoint } from './resume-point.js'

type SeededNamespace = ExpandedSeed['namespaces'][number]
type SeededStore = ExpandedSeed['stores'][number]

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining).
 *
 * @throws Refusal conflict if a key belongs to another namespace or store; the state is then half changed
 */
export function loadSeed(seed: ExpandedSeed, resume: ResumePoint, state: State, anchor: Anchor): State {
  for (const namespace of seed.namespaces) mergeNamespace(namespace, state, anchor)
  for (const store of seed.stores) mergeStore(store, state)
  mergeDatabase(seed.database, resume, state)
  for (const [key, window] of resume.rateWindows) state.rateWindows.set(key, window)
  return state
}

function mergeNamespace(seeded: SeededNamespace, state: State, anchor: Anchor): void {
  const owner = seeded.owner ?? LOCAL_USER
  const namespace = state.namespace(seeded.id) ?? state.addNamespace(seeded.id, owner, {})
  if (seeded.owner !== undefined) namespace.transferTo(seeded.owner)
  namespace.changeLimits(seeded.limits)
  mergeUsage(seeded, namespace, anchor)
  for (const entry of seeded.entries) namespace.put(entry)
  mergeKeys(seeded, state)
}

function mergeUsage({ usage: months }: SeededNamespace, { usage }: Namespace, anchor: Anchor): void {
  for (const { month, counters } of months) usage.set(month === 'current' ? monthOf(anchor) : month, counters)
}

const monthOf = (anchor: Anchor): string => (anchor === 'origin' ? ORIGIN_MONTH : monthKey(anchor))

function mergeStore(seeded: SeededStore, state: State): void {
  const store = state.store(seeded.id) ?? state.addStore(seeded.id, seeded.owner ?? LOCAL_USER)
  if (seeded.owner !== undefined) store.transferTo(seeded.owner)
  for (const entry of seeded.entries) store.put(entry)
  mergeKeys(seeded, state)
}

function mergeKeys({ id, keys }: SeededNamespace | SeededStore, state: State): void {
  for (const { key, scope } of keys) {
    const holder = state.scopedKeys.get(key)?.resourceId ?? id
    if (holder !== id) {
      const hint = 'a key opens one namespace or store: choose another text'
      throw new Refusal('conflict', `the key ${key} of ${id} belongs to ${holder}`, { hint })
    }
    state.addKey(key, id, scope)
  }
}

function mergeDatabase(seeded: ExpandedSeed['database'], resume: ResumePoint, state: State): void {
  if (seeded.rateLimit !== undefined) state.limitRate(seeded.rateLimit)
  for (const key of seeded.keys) state.addDatabaseKey(key.key, scopeOf(key))
  state.projects.continueFrom(BigInt(resume.projects))
  state.documents.continueFrom(BigInt(resume.documents))
  // Before the first insertion, so that no generated id takes one that the seed names further down.
  for (const { id } of seeded.projects) if (id !== undefined) state.projects.reserve(id)
  for (const { id } of seeded.documents) if (id !== undefined) state.documents.reserve(id)
  const { projects, documents } = resume.places
  insertInPlace(state.projects, projects, seeded.projects)
  insertInPlace(state.documents, documents, seeded.documents)
}

/** Inserts records one after another, each at the place that it has; new records come after the places that were taken. */
function insertInPlace(collection: Collection, places: ResumePlaces, records: readonly RecordFields[]): void {
  const placeByIndex = new Map(places)
  for (let index = 0; index <= records.length; index++) {
    const place = placeByIndex.get(index)
    if (place !== undefined) collection.records.continueFrom(place)
    const record = records[index]
    if (record !== undefined) collection.insert(record)
  }
}
