import type { Scope } from '../contract/values.js'
import { ForkedMap } from '../core/forked-map.js'
import { Store } from '../services/config/store.js'
import { Collection, type DatabaseKey, type ResolvedScope } from '../services/documents/collection.js'
import { type RateLimit, RateWindows } from '../services/documents/rate-limit.js'
import { Namespace } from '../services/kv/namespace.js'
import { type Limits, MonthlyUsage } from '../services/kv/quotas.js'
import type { ScopedKey } from './credentials.js'

/** How many of each kind a state holds; `entries` are those of namespaces, `configs` those of stores. */
export type StateSizes = Readonly<
  Record<'namespaces' | 'entries' | 'stores' | 'configs' | 'projects' | 'documents', number>
>

/** Keys of namespaces and stores, by the id of what they open. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything that the three services keep, and that a reset puts back. Forking it is cheap whatever it holds:
 * forked maps share their contents, and a namespace or store is copied (its entries still shared) when it is
 * first touched afterwards.
 */
export class State {
  /** Namespaces and stores of this epoch are the state's own; those of another are copied before a write. */
  epoch: object = {}
  #rateLimit: RateLimit | undefined

  private constructor(
    /** The instant that relative times of seeded entries count from, in ms. */
    readonly origin: number,
    readonly namespaces: ForkedMap<string, Namespace>,
    readonly stores: ForkedMap<string, Store>,
    readonly scopedKeys: ForkedMap<string, ScopedKey>,
    readonly databaseKeys: ForkedMap<string, DatabaseKey>,
    readonly projects: Collection,
    readonly documents: Collection,
    rateLimit: RateLimit | undefined,
    readonly rateWindows: RateWindows,
  ) {
    this.#rateLimit = rateLimit
  }

  /** The rate limit of each key of the database. */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Sets the rate limit of each key of the database; undefined lifts it. */
  limitRate(limit: RateLimit | undefined): void {
    this.#rateLimit = limit
  }

  static empty(): State {
    const projects = new Collection('projects', new ForkedMap())
    return new State(
      0,
      new ForkedMap(),
      new ForkedMap(),
      new ForkedMap(),
      new ForkedMap(),
      projects,
      new Collection('documents', new ForkedMap(), 0n, projects),
      undefined,
      new RateWindows(),
    )
  }

  /** The namespace, safe to write to. */
  namespace(id: string): Namespace | undefined {
    const found = this.namespaces.get(id)
    if (found === undefined || found.epoch === this.epoch) return found
    const own = found.copy(this.origin, this.epoch)
    this.namespaces.set(id, own)
    return own
  }

  /** The config store, safe to write to. */
  store(id: string): Store | undefined {
    const found = this.stores.get(id)
    if (found === undefined || found.epoch === this.epoch) return found
    const own = found.copy(this.epoch)
    this.stores.set(id, own)
    return own
  }

  /** Adds a namespace without entries, counters and keys. */
  addNamespace(id: string, owner: string, limits: Partial<Limits>): Namespace {
    const seq = this.namespaces.takeSeq()
    const added = new Namespace(seq, id, owner, limits, new MonthlyUsage(), new ForkedMap(), this.epoch)
    this.namespaces.set(id, added)
    return added
  }

  /** Adds a config store without entries and keys. */
  addStore(id: string, owner: string): Store {
    const added = new Store(this.stores.takeSeq(), id, owner, new ForkedMap(), this.epoch)
    this.stores.set(id, added)
    return added
  }

  /** Removes a namespace or store with its entries and keys. */
  removeResource(id: string): void {
    for (const { key } of this.keysOf(id)) this.scopedKeys.delete(key)
    this.namespaces.delete(id)
    this.stores.delete(id)
  }

  /** The keys of a namespace or store, in order of insertion. */
  keysOf(resourceId: string): readonly ScopedKey[] {
    return [...this.scopedKeys.values()].filter((key) => key.resourceId === resourceId)
  }

  /** The keys of all namespaces and stores, by the id of what they open. */
  keysByResource(): KeysByResource {
    const groups = new Map<string, ScopedKey[]>()
    for (const key of this.scopedKeys.values()) {
      const group = groups.get(key.resourceId)
      if (group === undefined) groups.set(key.resourceId, [key])
      else group.push(key)
    }
    return groups
  }

  /**
   * Adds a key of a namespace or store, or replaces the one with its text, which is for the caller to check.
   */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    return held
  }

  /** Adds a key of the database, or replaces the one with its text. Without a scope it sees everything. */
  addDatabaseKey(key: string, scope?: ResolvedScope): DatabaseKey {
    const seq = this.databaseKeys.get(key)?.seq ?? this.databaseKeys.takeSeq()
    const held: DatabaseKey = { seq, key, ...(scope === undefined ? {} : { scope }) }
    this.databaseKeys.set(key, held)
    return held
  }

  /**
   * How much it holds, expired entries included: it looks at namespaces and stores, and at nothing within.
   */
  sizes(): StateSizes {
    const { namespaces, stores, projects, documents } = this
    return {
      namespaces: namespaces.size,
      entries: entriesIn(namespaces.values()),
      stores: stores.size,
      configs: entriesIn(stores.values()),
      projects: projects.records.size,
      documents: documents.records.size,
    }
  }

  /** A fork of the state; neither sees what the other does from now on. `origin` in ms. */
  fork(origin = this.origin): State {
    this.epoch = {}
    const projects = this.projects.copy()
    return new State(
      origin,
      this.namespaces.fork(),
      this.stores.fork(),
      this.scopedKeys.fork(),
      this.databaseKeys.fork(),
      projects,
      this.documents.copy(projects),
      this.rateLimit,
      this.rateWindows.fork(),
    )
  }
}

function entriesIn(holders: Iterable<Namespace | Store>): number {
  let count = 0
  for (const { entries } of holders) {
    count += entries.size
  }
  return count
}
