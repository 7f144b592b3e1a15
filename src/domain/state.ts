import { LayeredMap } from '../core/layered-map.js'
import type { Store } from './config.js'
import type { ScopedKey } from './credentials.js'
import { Collection, type DatabaseKey } from './database.js'
import type { Namespace } from './namespace.js'
import { type RateLimit, RateWindows } from './rate-limit.js'

/**
 * Everything that the three services keep: what a reset puts back. Forking it is cheap whatever it holds: maps share
 * their layers, and a namespace or store is copied (its entries still shared) when it is first touched afterwards.
 */
export class State {
  /** Whoever holds this may write; namespaces and stores of another epoch are copied first. */
  epoch: object = {}

  private constructor(
    /** What relative times of seeded entries count from, in ms. */
    readonly origin: number,
    readonly namespaces: LayeredMap<string, Namespace>,
    readonly stores: LayeredMap<string, Store>,
    readonly scopedKeys: LayeredMap<string, ScopedKey>,
    readonly databaseKeys: LayeredMap<string, DatabaseKey>,
    readonly projects: Collection,
    readonly documents: Collection,
    public rateLimit: RateLimit | undefined,
    readonly rateWindows: RateWindows,
  ) {}

  static empty(): State {
    return new State(
      0,
      new LayeredMap(),
      new LayeredMap(),
      new LayeredMap(),
      new LayeredMap(),
      new Collection('projects', new LayeredMap()),
      new Collection('documents', new LayeredMap()),
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

  /** The same state for another life; neither sees what the other does from now on. `origin` in ms. */
  fork(origin = this.origin): State {
    this.epoch = {}
    return new State(
      origin,
      this.namespaces.fork(),
      this.stores.fork(),
      this.scopedKeys.fork(),
      this.databaseKeys.fork(),
      this.projects.copy(),
      this.documents.copy(),
      this.rateLimit,
      new RateWindows(this.rateWindows.entries()),
    )
  }
}
