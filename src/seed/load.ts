import { monthKey } from '../core/instants.js'
import type { Sequenced } from '../core/layers/layer.js'
import { LayeredMap } from '../core/layers/layered-map.js'
import { writtenTo } from '../core/layers/reading.js'
import type { Moment } from '../core/moment.js'
import { Refusal } from '../core/refusal.js'
import type { ConfigFields, Store } from '../domain/config.js'
import type { Collection, DatabaseScope, RecordFields } from '../domain/database.js'
import { type KvFields, Offset } from '../domain/entries/entry.js'
import type { Namespace } from '../domain/namespace.js'
import { ORIGIN_MONTH } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import type { Taker } from './expand/expand.js'
import type {
  SeededConfigEntry,
  SeededDatabase,
  SeededDatabaseKey,
  SeededDocument,
  SeededEntry,
  SeededNamespace,
  SeededProject,
  SeededStore,
} from './expand/expanded.js'
import type { Places, ResumePoint } from './resume-point.js'

/** Relative times count from here, in ms; "origin" is the origin of the state, which is not known yet. */
type Anchor = number | 'origin'

/** What of a seed is merged into a state. */
interface MergedSeed {
  readonly namespaces: Iterable<SeededNamespace>
  readonly stores: Iterable<SeededStore>
  readonly database: SeededDatabase
}

/** Gives what was merged of a namespace or store, by its id. */
export interface Merged<Holder> {
  get(id: string): Holder | undefined
}

/**
 * What was merged aside, in a fork of the state, and is merged again: the entries that a seed brought are those that were
 * written there. Of namespaces and stores that it does not give only the keys are merged again.
 */
export interface MergedAside {
  /** The state as it was then. */
  readonly before: State
  readonly namespaces: Merged<Namespace>
  readonly stores: Merged<Store>
  readonly records: State
}

/** Merges a seed into a state while it is expanded. */
export class StateLoader implements Taker {
  readonly #target: Target

  /** @param anchor "origin": times that are relative stay so, and count from whatever origin the state gets */
  constructor(state: State, anchor: Anchor) {
    this.#target = { state, anchor, aside: undefined }
  }

  namespace(namespace: SeededNamespace): void {
    mergeNamespace(namespace, this.#target)
  }

  store(store: SeededStore): void {
    mergeStore(store, this.#target)
  }

  /** Merges the rest of the seed, and gives the state. */
  finish(rest: Pick<MergedSeed, 'database'>, resume: ResumePoint): State {
    mergeRest(rest, resume, this.#target)
    return this.#target.state
  }
}

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining).
 *
 * @param aside the same merge into an earlier state: of it are taken the entries and records of what nobody wrote to since
 * @throws Refusal conflict where a key belongs to another namespace or store; the state is then half changed
 */
export function mergeSeed(
  seed: MergedSeed,
  resume: ResumePoint,
  state: State,
  anchor: Anchor,
  aside?: MergedAside,
): void {
  const target: Target = { state, anchor, aside }
  for (const namespace of seed.namespaces) mergeNamespace(namespace, target)
  for (const store of seed.stores) mergeStore(store, target)
  mergeRest(seed, resume, target)
}

function mergeRest({ database }: Pick<MergedSeed, 'database'>, resume: ResumePoint, target: Target): void {
  mergeDatabase(database, resume, target)
  const { state } = target
  for (const [key, window] of resume.rateWindows) state.rateWindows.set(key, window)
}

/** What a seed is merged into, and how. */
interface Target {
  readonly state: State
  readonly anchor: Anchor
  readonly aside: MergedAside | undefined
}

/** Those of a namespace that names none, once for all of them. */
const NO_LIMITS = {}

function mergeNamespace(seeded: SeededNamespace, target: Target): void {
  const { aside, state } = target
  const merged = aside?.namespaces.get(seeded.id)
  if (aside === undefined || merged !== undefined) mergeContents(seeded, merged, target)
  mergeKeys(seeded, state)
}

function mergeContents(
  seeded: SeededNamespace,
  merged: Namespace | undefined,
  { state, anchor, aside }: Target,
): void {
  const owner = seeded.owner ?? LOCAL_USER
  const namespace = state.namespace(seeded.id) ?? state.addNamespace(seeded.id, owner, NO_LIMITS)
  if (seeded.owner !== undefined) namespace.transferTo(seeded.owner)
  namespace.changeLimits(seeded.limits)
  mergeUsage(seeded, namespace, anchor)
  if (merged === undefined) {
    for (const entry of seeded.entries) namespace.put(loadEntry(entry, anchor))
  } else if (isUnchanged(namespace, aside?.before.namespaces.get(seeded.id))) {
    state.namespaces.set(seeded.id, namespace.withEntriesOf(merged))
  } else for (const entry of writtenTo(merged.entries)) namespace.put(entry)
}

function mergeUsage({ usage: months }: SeededNamespace, { usage }: Namespace, anchor: Anchor): void {
  for (const { month, counters } of months) usage.set(month === 'current' ? monthOf(anchor) : month, counters)
}

const monthOf = (anchor: Anchor): string => (anchor === 'origin' ? ORIGIN_MONTH : monthKey(anchor))

function mergeStore(seeded: SeededStore, target: Target): void {
  const { aside, state } = target
  const merged = aside?.stores.get(seeded.id)
  if (aside === undefined || merged !== undefined) mergeConfigs(seeded, merged, target)
  mergeKeys(seeded, state)
}

function mergeConfigs(
  seeded: SeededStore,
  merged: Store | undefined,
  { state, anchor, aside }: Target,
): void {
  const store = state.store(seeded.id) ?? state.addStore(seeded.id, seeded.owner ?? LOCAL_USER)
  if (seeded.owner !== undefined) store.transferTo(seeded.owner)
  if (merged === undefined) {
    for (const entry of seeded.entries) store.put(loadConfigEntry(entry, anchor))
  } else if (isUnchanged(store, aside?.before.stores.get(seeded.id))) {
    state.stores.set(seeded.id, store.withEntriesOf(merged))
  } else for (const entry of writtenTo(merged.entries)) store.put(entry)
}

/** Whether the entries of a namespace or store are still those before, or none where there was none. */
function isUnchanged<Entry extends Sequenced>(
  { entries }: { readonly entries: LayeredMap<string, Entry> },
  before: { readonly entries: LayeredMap<string, Entry> } | undefined,
): boolean {
  return entries.isUnchangedSince(before?.entries ?? new LayeredMap())
}

function mergeKeys({ id, keys }: SeededNamespace | SeededStore, state: State): void {
  // Counts the holder too.
  for (const { key, scope } of keys) {
    const holder = state.scopedKeys.get(key)?.resourceId ?? id
    if (holder !== id) {
      const hint = 'a key opens one namespace or store: choose another text'
      throw new Refusal('conflict', `the key ${key} of ${id} belongs to ${holder}`, { hint })
    }
    state.addKey(key, id, scope)
  }
}

function mergeDatabase(seeded: SeededDatabase, resume: ResumePoint, { state, aside }: Target): void {
  if (seeded.rateLimit !== undefined) state.limitRate(seeded.rateLimit)
  for (const key of seeded.keys) {
    state.addDatabaseKey(key.key, loadScope(key))
  }
  if (aside !== undefined && areRecordsUnchanged(state, aside.before)) {
    state.takeRecords(aside.records)
    return
  }
  state.projects.continueFrom(BigInt(resume.projects))
  state.documents.continueFrom(BigInt(resume.documents))
  // Before the first insertion, so that no generated id takes one that the seed names further down.
  for (const { id } of seeded.projects) id !== undefined && state.projects.reserve(id)
  for (const { id } of seeded.documents) id !== undefined && state.documents.reserve(id)
  const { projects, documents } = resume.places
  const insertProject = (project: SeededProject) => state.projects.insert(loadProject(project))
  const insertDocument = (document: SeededDocument) => state.documents.insert(loadDocument(document))
  for (const project of seeded.projects) inPlace(state.projects, projects, insertProject)(project)
  for (const document of seeded.documents) inPlace(state.documents, documents, insertDocument)(document)
  goOn(state.projects, projects, seeded.projects.length)
  goOn(state.documents, documents, seeded.documents.length)
}

/** Inserts records one after another, each at the place that it has. */
function inPlace<T>({ records }: Collection, places: Places, insert: (item: T) => void): (item: T) => void {
  const byIndex = new Map(places)
  let index = 0
  return (item) => {
    const place = byIndex.get(index)
    if (place !== undefined) records.continueFrom(place)
    index++
    insert(item)
  }
}

/** New records come behind the places that were taken. */
function goOn({ records }: Collection, places: Places, count: number): void {
  for (const [index, place] of places) if (index === count) records.continueFrom(place)
}

/** Whether the records of a state are those that it had before. */
export const areRecordsUnchanged = (state: State, before: State): boolean =>
  state.projects.isUnchangedSince(before.projects) && state.documents.isUnchangedSince(before.documents)

/** With a TTL alone the entry expires that long after its creation; with an expiry alone the TTL is what lies between. */
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
}: Omit<SeededDatabaseKey, 'key'>): DatabaseScope | undefined {
  if (projects === undefined && documents === undefined) return undefined
  return { projects: setOf(projects), documents: setOf(documents), outOfScope }
}

function setOf(ids: readonly string[] = []): ReadonlySet<string> {
  const set = new Set<string>()
  for (const id of ids) set.add(id)
  return set
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
