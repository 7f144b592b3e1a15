import { monthOf } from '../../../conformance/model/calendar.js'
import {
  changed,
  DEFAULTS,
  type ModelLimits,
  type ModelProfile,
  type ProfileChanges,
} from '../../../conformance/model/profile.js'
import {
  type Clock,
  emptyState,
  type ModelCollection,
  type ModelCounters,
  type ModelFaultSpec,
  type ModelScope,
  type ModelState,
} from '../../../conformance/model/state.js'
import { addFaults } from './faults.js'
import { addLength, momentOf } from './lengths.js'

/** The part of the seed format that the simulation uses (docs/DESIGN.md section 4). */
export interface ModelSeed {
  readonly clock?: { readonly now?: string; readonly freeze?: boolean; readonly rate?: number }
  readonly profile?: ProfileChanges
  readonly namespaces?: {
    readonly id: string
    readonly owner?: string
    readonly limits?: Partial<ModelLimits>
    /** Counters for the current month. */
    readonly usage?: Partial<ModelCounters>
    readonly keys?: KeySeed[]
    readonly entries?: EntrySeed[]
  }[]
  readonly stores?: {
    readonly id: string
    readonly owner?: string
    readonly keys?: KeySeed[]
    readonly entries?: { readonly key: string; readonly json: string }[]
  }[]
  readonly database?: {
    readonly rateLimit?: { readonly requests: number; readonly per: string }
    readonly keys?: readonly DatabaseKeySeed[]
    readonly projects?: readonly RecordSeed<'name', 'description'>[]
    readonly documents?: readonly (RecordSeed<'title', 'content'> & { readonly project?: string })[]
  }
  readonly faults?: ModelFaultSpec[]
}

interface KeySeed {
  readonly key: string
  readonly scope: ModelScope
}

/** Has a TTL, an expiry, or both. */
export interface EntrySeed {
  readonly key: string
  readonly json: string
  readonly ttlSeconds?: number
  readonly createdAt?: string
  readonly expiresAt?: string
}

interface DatabaseKeySeed {
  readonly key: string
  readonly projects?: readonly string[]
  readonly documents?: readonly string[]
  readonly outOfScope?: 'empty' | 'forbidden'
}

type RecordSeed<Heading extends string, Text extends string> = { readonly id?: string } & {
  readonly [Name in Heading]: string
} & { readonly [Name in Text]?: string }

const OWNER = 'user_local'
const SEQUENCE_END = 2n ** 53n

/** @param clock the clock of the world, for seeds without a time */
export function stateOf(seed: ModelSeed, clock: Clock): ModelState {
  const own: Clock =
    seed.clock?.now === undefined
      ? clock
      : {
          now: Date.parse(seed.clock.now),
          mode: seed.clock.freeze === true ? 'frozen' : 'running',
          rate: seed.clock.rate ?? 1,
        }
  const profile: ModelProfile = changed(DEFAULTS, seed.profile ?? {})
  const state = emptyState(own, profile)
  addSeed(state, seed, own.now)
  return state
}

/** Returns true if a seed can't be merged, because one of its keys belongs to another namespace or store. */
export function isInConflict(state: ModelState, { namespaces = [], stores = [] }: ModelSeed): boolean {
  return [...namespaces, ...stores].some(({ id, keys = [] }) =>
    keys.some(({ key }) => (state.keys.get(key)?.resource ?? id) !== id),
  )
}

/** Merges a seed into the state. Records with an existing id are merged. Relative times are relative to now. */
export function mergeInto(state: ModelState, seed: ModelSeed): void {
  const { now, freeze, rate } = seed.clock ?? {}
  state.profile = changed(state.profile, seed.profile ?? {})
  if (now !== undefined) state.clock.now = Date.parse(now)
  if (rate !== undefined) state.clock.rate = rate
  if (freeze !== undefined) state.clock.mode = freeze ? 'frozen' : 'running'
  addSeed(state, seed, state.clock.now)
}

/** @param origin the origin of relative times, in ms */
function addSeed(state: ModelState, seed: ModelSeed, origin: number): void {
  for (const { id, owner, limits, usage, keys = [], entries = [] } of seed.namespaces ?? []) {
    const namespace = state.namespaces.get(id) ?? {
      owner: OWNER,
      limits: {},
      usage: new Map(),
      entries: new Map(),
    }
    state.namespaces.set(id, namespace)
    namespace.owner = owner ?? namespace.owner
    namespace.limits = { ...namespace.limits, ...limits }
    const month = monthOf(origin)
    const before = namespace.usage.get(month) ?? { reads: 0, writes: 0, deletes: 0, lists: 0 }
    namespace.usage.set(month, { ...before, ...usage })
    for (const { key, scope } of keys) state.keys.set(key, { resource: id, scope })
    for (const entry of entries) namespace.entries.set(entry.key, entryOf(entry, origin))
  }
  for (const { id, owner, keys = [], entries = [] } of seed.stores ?? []) {
    const store = state.stores.get(id) ?? { owner: OWNER, entries: new Map() }
    state.stores.set(id, store)
    store.owner = owner ?? store.owner
    for (const { key, scope } of keys) state.keys.set(key, { resource: id, scope })
    for (const { key, json } of entries) store.entries.set(key, { text: json, updatedAt: origin })
  }
  addDatabase(state, seed.database ?? {})
  addFaults(state, seed.faults ?? [], origin)
}

function entryOf({ json, ttlSeconds, createdAt = '+0s', expiresAt }: EntrySeed, origin: number) {
  const created = momentOf(createdAt, origin)
  const expires = expiresAt === undefined ? created + (ttlSeconds ?? 0) * 1000 : momentOf(expiresAt, origin)
  const ttl = ttlSeconds ?? Math.round((expires - created) / 1000)
  return { text: json, ttlSeconds: ttl, createdAt: created, expiresAt: expires }
}

function addDatabase(state: ModelState, seed: NonNullable<ModelSeed['database']>): void {
  const { rateLimit, keys = [], projects = [], documents = [] } = seed
  if (rateLimit !== undefined) {
    state.rateLimit = { requests: rateLimit.requests, perMs: addLength(0, rateLimit.per) }
  }
  for (const { key, projects: seen, documents: read, outOfScope = 'empty' } of keys) {
    const isScoped = seen !== undefined || read !== undefined
    const scope = { projects: seen ?? [], documents: read ?? [], outOfScope }
    state.databaseKeys.set(key, isScoped ? scope : 'everything')
  }
  reserve(state.projects, projects)
  reserve(state.documents, documents)
  for (const { id, name, description } of projects) {
    insert(state.projects, id, { heading: name, text: description, project: undefined })
  }
  for (const { id, title, content, project } of documents) {
    insert(state.documents, id, { heading: title, text: content, project })
  }
}

/** Makes sure that generated ids don't collide with ids later in the seed. */
function reserve(collection: ModelCollection, records: readonly { readonly id?: string }[]): void {
  for (const { id } of records) if (id !== undefined) noteId(collection, id)
}

function noteId(collection: ModelCollection, id: string): void {
  const number = BigInt(id)
  if (number > collection.lastId && number < SEQUENCE_END) collection.lastId = number
}

/**
 * Inserts a record, with the next free id if it has none. If it replaces a record, it keeps that one's position and
 * creator.
 */
export function insert(
  collection: ModelCollection,
  given: string | undefined,
  fields: { heading: string; text: string | undefined; project: string | undefined; creator?: string },
): string {
  const id = given ?? String(collection.lastId + 1n)
  noteId(collection, id)
  const before = collection.records.get(id)
  collection.records.set(id, {
    creator: before?.creator,
    ...fields,
    place: before?.place ?? ++collection.places,
  })
  return id
}
