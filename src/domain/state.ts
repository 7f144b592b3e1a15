import type { Scope } from '../contract/values.js'
import { ForkedMap } from '../core/forked-map.js'
import type { ScopedKey } from './credentials.js'
import type { MonthlyUsage } from './quotas.js'
import type { OpenedByKeys } from './resources.js'

/** One service's stored contents. */
export interface ServiceContents {
  /** Returns an independent fork. `origin` in ms. */
  fork(origin: number): ServiceContents
  /** Counts the records of each kind, including expired entries, without iterating over them. */
  sizes(): Readonly<Record<string, number>>
  /** Returns true if it holds something that `sizes` doesn't count. */
  holdsUncounted?(): boolean
  /** Returns the entries that expire after one instant and no later than another (in ms), in order of insertion. */
  expiring?(after: number, upTo: number): readonly ExpiringEntry[]
  counted?(): Iterable<CounterHolder>
  /** Checks the service's own keys, not those of its namespaces or stores. */
  hasKey?(text: string): boolean
  /**
   * Returns the service's own keys that can access a record, unrestricted ones first. With an empty id, returns those
   * that may be able to access some record.
   */
  keysFor?(id: string): readonly { readonly key: string }[]
  /** The service's namespaces or stores, if it has any. */
  readonly resources?: OpenedByKeys
}

export interface ExpiringEntry {
  readonly namespace: string
  readonly key: string
  /** In ms. */
  readonly at: number
}

export interface CounterHolder {
  readonly id: string
  readonly usage: MonthlyUsage
}

/** Identifies a service's contents within any state. */
export interface ContentsOf<Held extends ServiceContents> {
  readonly name: string
  readonly empty: () => Held
}

/** Keys by the id of their namespace or store. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything the services store, which a reset restores. Forking is cheap at any size, because forked maps share their
 * contents. A namespace or store is only copied on its first write, and even then its entries are shared.
 */
export class State {
  private constructor(
    /** The instant, in ms, that relative times in seeds are resolved against. */
    readonly origin: number,
    readonly scopedKeys: ForkedMap<string, ScopedKey>,
    readonly contents: ReadonlyMap<string, ServiceContents>,
  ) {}

  static empty(services: readonly { readonly contents: ContentsOf<ServiceContents> }[]): State {
    const contents = new Map(services.map(({ contents: { name, empty } }) => [name, empty()]))
    return new State(0, new ForkedMap(), contents)
  }

  of<Held extends ServiceContents>({ name }: ContentsOf<Held>): Held {
    // The contents stored under a name were always created by its own `empty` or are a fork of those.
    return this.contents.get(name) as Held
  }

  /** Removes a namespace or store with its entries and keys. */
  removeResource(id: string): void {
    for (const { key } of this.keysOf(id)) this.scopedKeys.delete(key)
    this.resourcesWith(id)?.remove(id)
  }

  /** Returns all namespaces if one has this id, or all stores if one of those has it. */
  resourcesWith(id: string): OpenedByKeys | undefined {
    for (const { resources } of this.contents.values()) if (resources?.has(id)) return resources
    return undefined
  }

  hasKey(text: string): boolean {
    return this.scopedKeys.has(text) || [...this.contents.values()].some((held) => held.hasKey?.(text))
  }

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

  /** Adds a key to a namespace or store. The caller must check that there is no key with the same text. */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    return held
  }

  counted(): readonly CounterHolder[] {
    return [...this.contents.values()].flatMap((held) => [...(held.counted?.() ?? [])])
  }

  /** Returns an independent fork. `origin` in ms. */
  fork(origin = this.origin): State {
    const contents = new Map(Array.from(this.contents, ([name, held]) => [name, held.fork(origin)]))
    return new State(origin, this.scopedKeys.fork(), contents)
  }
}
