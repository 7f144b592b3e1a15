import type { Scope } from '../contract/values.js'
import { ForkedMap } from '../core/forked-map.js'
import type { ScopedKey } from './credentials.js'
import type { MonthlyUsage } from './quotas.js'
import type { OpenedByKeys } from './resources.js'

/** The contents of one service. */
export interface ServiceContents {
  /** Returns an independent fork. `origin` in ms. */
  fork(origin: number): ServiceContents
  /** Counts records of each kind, expired entries included, without visiting each. */
  sizes(): Readonly<Record<string, number>>
  /** Checks if it holds something that `sizes` doesn't count. */
  holdsUncounted?(): boolean
  /** Returns entries that expire after an instant and up to another (ms), in order of insertion. */
  expiring?(after: number, upTo: number): readonly ExpiringEntry[]
  /** Returns everything with monthly counters. */
  counted?(): Iterable<CounterHolder>
  /** Looks for a key of its own, not one of a namespace or store. */
  hasKey?(text: string): boolean
  /**
   * Returns its own keys that can access a record, unrestricted keys first; without an id, those that can access any.
   */
  keysFor?(id: string): readonly { readonly key: string }[]
  /** Its namespaces or stores, which keys open. */
  readonly resources?: OpenedByKeys
}

export interface ExpiringEntry {
  readonly namespace: string
  readonly key: string
  /** ms */
  readonly at: number
}

/** A namespace with monthly counters. */
export interface CounterHolder {
  readonly id: string
  readonly usage: MonthlyUsage
}

/** Identifies the contents of one service in every state. */
export interface ContentsOf<Held extends ServiceContents> {
  readonly name: string
  /** Creates empty contents. */
  readonly empty: () => Held
}

/** Keys by the id of their namespace or store. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything that the services store and a reset restores. Forking is cheap at any size: forked maps share their
 * contents, and a namespace or store is copied on its first write, still sharing its entries.
 */
export class State {
  private constructor(
    /** The instant that relative times of seeded entries count from, in ms. */
    readonly origin: number,
    readonly scopedKeys: ForkedMap<string, ScopedKey>,
    /** By the name of the service. */
    readonly contents: ReadonlyMap<string, ServiceContents>,
  ) {}

  static empty(services: readonly { readonly contents: ContentsOf<ServiceContents> }[]): State {
    const contents = new Map(services.map(({ contents: { name, empty } }) => [name, empty()]))
    return new State(0, new ForkedMap(), contents)
  }

  /** Returns the contents of one service. */
  of<Held extends ServiceContents>({ name }: ContentsOf<Held>): Held {
    // The contents under a name always come from its own `empty` or a fork.
    return this.contents.get(name) as Held
  }

  /** Removes a namespace or store with its entries and keys. */
  removeResource(id: string): void {
    for (const { key } of this.keysOf(id)) this.scopedKeys.delete(key)
    this.resourcesWith(id)?.remove(id)
  }

  /** Returns all namespaces or all stores, whichever contain this id. */
  resourcesWith(id: string): OpenedByKeys | undefined {
    for (const { resources } of this.contents.values()) if (resources?.has(id)) return resources
    return undefined
  }

  /** Looks for the key in all services. */
  hasKey(text: string): boolean {
    return this.scopedKeys.has(text) || [...this.contents.values()].some((held) => held.hasKey?.(text))
  }

  /** In order of insertion. */
  keysOf(resourceId: string): readonly ScopedKey[] {
    return [...this.scopedKeys.values()].filter((key) => key.resourceId === resourceId)
  }

  keysByResource(): KeysByResource {
    const groups = new Map<string, ScopedKey[]>()
    for (const key of this.scopedKeys.values()) {
      const group = groups.get(key.resourceId)
      if (group === undefined) groups.set(key.resourceId, [key])
      else group.push(key)
    }
    return groups
  }

  /** Adds a key to a namespace or store. Overwrites an existing key of that text, which the caller must rule out. */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    return held
  }

  /** Returns everything with monthly counters. */
  counted(): readonly CounterHolder[] {
    return [...this.contents.values()].flatMap((held) => [...(held.counted?.() ?? [])])
  }

  /** Returns an independent fork. `origin` in ms. */
  fork(origin = this.origin): State {
    const contents = new Map(Array.from(this.contents, ([name, held]) => [name, held.fork(origin)]))
    return new State(origin, this.scopedKeys.fork(), contents)
  }
}
