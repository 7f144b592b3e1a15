import { monthKey } from '../core/instants.js'
import type { Moment } from '../core/moment.js'
import { Refusal } from '../core/refusal.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import type { ConfigFields } from '../services/config/store.js'
import type { Collection, RecordFields, ResolvedScope } from '../services/documents/collection.js'
import { type KvFields, Offset } from '../services/kv/entry.js'
import type { Namespace } from '../services/kv/namespace.js'
import { ORIGIN_MONTH } from '../services/kv/quotas.js'
import type {
  ExpandedSeed,
  SeededConfigEntry,
  SeededDatabase,
  SeededDocument,
  SeededEntry,
  SeededNamespace,
  SeededProject,
  SeededStore,
} from './expand/expanded.js'
import type { ResumePlaces, ResumePoint } from './resume-point.js'
import type { DatabaseKeySeed } from './schema/schema.js'

/** Relative times count from here, in ms; "origin": they stay relative, and count from whatever origin the state gets. */
type Anchor = number | 'origin'

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining).
 *
 * @throws Refusal conflict if a key belongs to another namespace or store; the state is then half changed
 */
export function loadSeed(seed: ExpandedSeed, resume: ResumePoint, state: State, anchor: Anchor): State {
  for (const namespace of seed.namespaces) mergeNamespace(namespace, state, anchor)
  for (const store of seed.stores) mergeStore(store, state, anchor)
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
  for (const entry of seeded.entries) namespace.put(loadEntry(entry, anchor))
  mergeKeys(seeded, state)
}

function mergeUsage({ usage: months }: SeededNamespace, { usage }: Namespace, anchor: Anchor): void {
  for (const { month, counters } of months) usage.set(month === 'current' ? monthOf(anchor) : month, counters)
}

const monthOf = (anchor: Anchor): string => (anchor === 'origin' ? ORIGIN_MONTH : monthKey(anchor))

function mergeStore(seeded: SeededStore, state: State, anchor: Anchor): void {
  const store = state.store(seeded.id) ?? state.addStore(seeded.id, seeded.owner ?? LOCAL_USER)
  if (seeded.owner !== undefined) store.transferTo(seeded.owner)
  for (const entry of seeded.entries) store.put(loadConfigEntry(entry, anchor))
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

function mergeDatabase(seeded: SeededDatabase, resume: ResumePoint, state: State): void {
  if (seeded.rateLimit !== undefined) state.limitRate(seeded.rateLimit)
  for (const key of seeded.keys) state.addDatabaseKey(key.key, loadScope(key))
  state.projects.continueFrom(BigInt(resume.projects))
  state.documents.continueFrom(BigInt(resume.documents))
  // Before the first insertion, so that no generated id takes one that the seed names further down.
  for (const { id } of seeded.projects) if (id !== undefined) state.projects.reserve(id)
  for (const { id } of seeded.documents) if (id !== undefined) state.documents.reserve(id)
  const { projects, documents } = resume.places
  insertInPlace(state.projects, projects, seeded.projects.map(loadProject))
  insertInPlace(state.documents, documents, seeded.documents.map(loadDocument))
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

/** With a TTL alone the entry expires that long after its creation; with an expiry alone the TTL is what is between. */
export function loadEntry(seeded: SeededEntry, anchor: Anchor): KvFields {
  const created = timeOf(seeded.createdAt, anchor)
  const ttlMs = (seeded.ttlSeconds ?? 0) * 1000
  const expires =
    seeded.expiresAt === undefined ? { ...created, ms: created.ms + ttlMs } : timeOf(seeded.expiresAt, anchor)
  return {
    key: seeded.key,
    text: seeded.text,
    ttlSeconds: seeded.ttlSeconds,
    createdAt: created.ms,
    expiresAt: expires.ms,
    offsets: (created.isOffset ? Offset.createdAt : 0) + (expires.isOffset ? Offset.expiresAt : 0),
  }
}

export function loadConfigEntry({ key, text, updatedAt }: SeededConfigEntry, anchor: Anchor): ConfigFields {
  const { ms, isOffset } = timeOf(updatedAt, anchor)
  return { key, text, updatedAt: ms, updatedIsOffset: isOffset }
}

/** The scope of a database key; undefined for a key that sees everything. */
export function loadScope({
  projects,
  documents,
  outOfScope = 'empty',
}: Omit<DatabaseKeySeed, 'key'>): ResolvedScope | undefined {
  if (projects === undefined && documents === undefined) return undefined
  return { projects: new Set(projects), documents: new Set(documents), outOfScope }
}

export function loadProject({ id, name, description }: SeededProject): RecordFields {
  return { id, heading: name, text: description }
}

export function loadDocument({ id, title, content, project }: SeededDocument): RecordFields {
  return { id, heading: title, text: content, ...(project === undefined ? {} : { project }) }
}

/** Left out, a time is that of the anchor. */
function timeOf(moment: Moment = { offset: 0 }, anchor: Anchor): { ms: number; isOffset: boolean } {
  if ('at' in moment) return { ms: moment.at, isOffset: false }
  return anchor === 'origin'
    ? { ms: moment.offset, isOffset: true }
    : { ms: anchor + moment.offset, isOffset: false }
}
