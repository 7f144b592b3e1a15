import type { Scope } from '../contract/values.js'
import { Groups } from '../core/layers/groups.js'
import type { Gone } from '../core/layers/layer.js'
import { LayeredMap } from '../core/layers/layered-map.js'
import { atOnce, SLICE_ITEMS, Slice } from '../core/steps.js'
import { Store } from './config.js'
import type { ScopedKey } from './credentials.js'
import { Collection, type DatabaseKey, type DatabaseScope } from './database.js'
import { Namespace } from './namespace.js'
import { type Limits, MonthlyUsage } from './quotas.js'
import { type RateLimit, RateWindows } from './rate-limit.js'

/** How many of each kind a state holds; `entries` are those of namespaces, `configs` those of stores. */
export type StateSizes = Readonly<
  Record<'namespaces' | 'entries' | 'stores' | 'configs' | 'projects' | 'documents', number>
>

/** What a state holds by id or key, but for records. */
type Maps = Pick<State, 'namespaces' | 'stores' | 'scopedKeys' | 'databaseKeys' | 'rateWindows'>

/** Keys of namespaces and stores, by the id of what they open. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything that the three services keep, and that a reset puts back. Forking it is cheap whatever it holds: maps share
 * their layers, and a namespace or store is copied (its entries still shared) when it is first touched afterwards.
 */
export class State {
  /** Namespaces and stores of this epoch are the state's own; those of another are copied before a write. */
  epoch: object = {}
  #rateLimit: RateLimit | undefined
  #projects: Collection
  #documents: Collection
  readonly #resourceKeys: Groups<ScopedKey>

  private constructor(
    /** The instant that relative times of seeded entries count from, in ms. */
    readonly origin: number,
    readonly namespaces: LayeredMap<string, Namespace>,
    readonly stores: LayeredMap<string, Store>,
    readonly scopedKeys: LayeredMap<string, ScopedKey>,
    readonly databaseKeys: LayeredMap<string, DatabaseKey>,
    projects: Collection,
    documents: Collection,
    rateLimit: RateLimit | undefined,
    readonly rateWindows: RateWindows,
  ) {
    this.#projects = projects
    this.#documents = documents
    this.#rateLimit = rateLimit
    this.#resourceKeys = new Groups(scopedKeys, keyOf, resourceOf)
  }

  get projects(): Collection {
    return this.#projects
  }

  get documents(): Collection {
    return this.#documents
  }

  /** Takes the records of another state, which it shares, in place of its own. */
  takeRecords({ projects, documents }: State): void {
    this.#projects = projects.copy()
    this.#documents = documents.copy(this.#projects)
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
    const projects = new Collection('projects', new LayeredMap())
    return new State(
      0,
      new LayeredMap(),
      new LayeredMap(),
      new LayeredMap(),
      new LayeredMap(),
      projects,
      new Collection('documents', new LayeredMap(), 0n, projects),
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
    const added = new Namespace(seq, id, owner, limits, new MonthlyUsage(), new LayeredMap(), this.epoch)
    this.namespaces.set(id, added)
    return added
  }

  /** Adds a config store without entries and keys. */
  addStore(id: string, owner: string): Store {
    const added = new Store(this.stores.takeSeq(), id, owner, new LayeredMap(), this.epoch)
    this.stores.set(id, added)
    return added
  }

  /** Removes a namespace or store with its entries and keys. */
  removeResource(id: string): void {
    const keys = this.#resourceKeys.take(id)
    if (keys.length > SLICE_ITEMS) this.scopedKeys.removeAll(new KeysOf(new Set([id])), keys.length)
    else for (const { key } of keys) this.scopedKeys.delete(key)
    this.namespaces.delete(id)
    this.stores.delete(id)
  }

  /** The keys of a namespace or store, in order of insertion. */
  keysOf(resourceId: string): ScopedKey[] {
    return atOnce(this.#resourceKeys.of(resourceId, new Slice(), () => true))
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

  /** Adds a key of a namespace or store, or replaces the one with its text, which is for the caller to check. */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    this.scopedKeys.sweep()
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    this.#resourceKeys.note(held)
    return held
  }

  /** Adds a key of the database, or replaces the one with its text. Without a scope it sees everything. */
  addDatabaseKey(key: string, scope?: DatabaseScope): DatabaseKey {
    const seq = this.databaseKeys.get(key)?.seq ?? this.databaseKeys.takeSeq()
    const held: DatabaseKey = { seq, key, ...(scope === undefined ? {} : { scope }) }
    this.databaseKeys.set(key, held)
    return held
  }

  /** This state as it is now, for work in slices that others may write between: itself where one slice is enough. */
  asOfNow(): State {
    let items = this.namespaces.size
    for (const { entries } of this.namespaces.values()) {
      items += entries.size
      if (items >= SLICE_ITEMS) return this.fork()
    }
    return this
  }

  /**
   * How much it holds, expired entries included: it looks at namespaces and stores, and at nothing within.
   *
   * @param slice begins with it where others write to this state
   */
  sizes(): StateSizes {
    const { namespaces, stores, projects, documents } = this.asOfNow()
    return {
      namespaces: namespaces.size,
      entries: entriesIn(namespaces.values()),
      stores: stores.size,
      configs: entriesIn(stores.values()),
      projects: projects.records.size,
      documents: documents.records.size,
    }
  }

  /** The same state for another life; neither sees what the other does from now on. `origin` in ms. */
  fork(origin = this.origin): State {
    return this.#with(origin, {
      namespaces: this.namespaces.fork(),
      stores: this.stores.fork(),
      scopedKeys: this.scopedKeys.fork(),
      databaseKeys: this.databaseKeys.fork(),
      rateWindows: this.rateWindows.fork(),
    })
  }

  /** A fork that `forkUnder` lays over what this state is later. */
  forkAside(): State {
    return this.#with(this.origin, {
      namespaces: this.namespaces.forkAside(),
      stores: this.stores.forkAside(),
      scopedKeys: this.scopedKeys.forkAside(),
      databaseKeys: this.databaseKeys.forkAside(),
      rateWindows: this.rateWindows.forkAside(),
    })
  }

  /**
   * A fork with the namespaces, stores, keys and windows that were written to another state since it was forked aside of
   * this one, as `LayeredMap.forkUnder` makes it; records and the rest are those of this state.
   */
  forkUnder(aside: State, before: State): State | undefined {
    const namespaces = this.namespaces.forkUnder(aside.namespaces, before.namespaces)
    const stores = this.stores.forkUnder(aside.stores, before.stores)
    const scopedKeys = this.scopedKeys.forkUnder(aside.scopedKeys, before.scopedKeys)
    const databaseKeys = this.databaseKeys.forkUnder(aside.databaseKeys, before.databaseKeys)
    const rateWindows = this.rateWindows.forkUnder(aside.rateWindows, before.rateWindows)
    if (!namespaces || !stores || !scopedKeys || !databaseKeys || !rateWindows) return undefined
    return this.#with(this.origin, { namespaces, stores, scopedKeys, databaseKeys, rateWindows })
  }

  /** Merges layers that later forks would, as `LayeredMap.mergeAhead` does. */
  mergeAhead(): void {
    this.namespaces.mergeAhead()
    this.stores.mergeAhead()
    this.scopedKeys.mergeAhead()
    this.databaseKeys.mergeAhead()
    this.rateWindows.windows.mergeAhead()
  }

  /** Another state with the same records and rate limit. `origin` in ms. */
  #with(origin: number, { namespaces, stores, scopedKeys, databaseKeys, rateWindows }: Maps): State {
    this.epoch = {}
    const projects = this.projects.copy()
    return new State(
      origin,
      namespaces,
      stores,
      scopedKeys,
      databaseKeys,
      projects,
      this.documents.copy(projects),
      this.rateLimit,
      rateWindows,
    )
  }
}

const keyOf = ({ key }: ScopedKey): string => key
const resourceOf = ({ resourceId }: ScopedKey): string => resourceId

/** The keys of namespaces and stores that are removed. */
class KeysOf implements Gone<ScopedKey> {
  constructor(readonly ids: ReadonlySet<string>) {}

  has(key: ScopedKey): boolean {
    return this.ids.has(key.resourceId)
  }

  and(others: KeysOf): KeysOf {
    return new KeysOf(new Set([...this.ids, ...others.ids]))
  }
}

function entriesIn(holders: Iterable<Namespace | Store>): number {
  let count = 0
  for (const { entries } of holders) {
    count += entries.size
  }
  return count
}
