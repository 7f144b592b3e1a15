import type { Scope } from '../contract/values.js'
import { ForkedMap } from '../core/forked-map.js'
import type { ScopedKey } from './credentials.js'
import type { MonthlyUsage } from './quotas.js'
import type { OpenedByKeys } from './resources.js'

export interface ServiceContents {
  /** `origin` is in ms. */
  fork(origin: number): ServiceContents
  /** The number of records of each kind, including expired entries, without iterating over them. */
  sizes(): Readonly<Record<string, number>>
  /** True if there's something that `sizes` doesn't count. */
  holdsUncounted?(): boolean
  /** Entries that expire after one instant and no later than another (in ms), in order of insertion. */
  expiring?(after: number, upTo: number): readonly ExpiringEntry[]
  counted?(): Iterable<CounterHolder>
  /** Checks the service's own keys, not those of its namespaces or stores. */
  hasKey?(text: string): boolean
  /**
   * The service's own keys that have access to a record, unrestricted ones first. With an empty id, those that may have
   * access to some record.
   */
  keysFor?(id: string): readonly { readonly key: string }[]
  /** Namespaces or stores, if the service has any. */
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

export interface ContentsOf<Held extends ServiceContents> {
  readonly name: string
  readonly empty: () => Held
}

/** By the id of their namespace or store. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything the services store. Forking is cheap at any size, because forked maps share their contents. A namespace or
 * store is only copied on its first write, and even then its entries are shared.
 */
export class State {
  private constructor(
    /** In ms. Relative times in seeds count from here. */
    readonly origin: number,
    readonly scopedKeys: ForkedMap<string, ScopedKey>,
    readonly contents: ReadonlyMap<string, ServiceContents>,
  ) {}

  static empty(services: readonly { readonly contents: ContentsOf<ServiceContents> }[]): State {
    const contents = new Map(services.map(({ contents: { name, empty } }) => [name, empty()]))
    return new State(0, new ForkedMap(), contents)
  }

  of<Held extends ServiceContents>({ name }: ContentsOf<Held>): Held {
    // The contents under a name come from its own `empty` or are a fork of those.
    return this.contents.get(name) as Held
  }

  /** Also removes its entries and keys. */
  removeResource(id: string): void {
    for (const { key } of this.keysOf(id)) this.scopedKeys.delete(key)
    this.resourcesWith(id)?.remove(id)
  }

  /** All namespaces if this is the id of one, or all stores if it's the id of a store. */
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

  /** The caller must check that no other resource has the key. */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    return held
  }

  counted(): readonly CounterHolder[] {
    return [...this.contents.values()].flatMap((held) => [...(held.counted?.() ?? [])])
  }

  /** `origin` is in ms. */
  fork(origin = this.origin): State {
    const contents = new Map(Array.from(this.contents, ([name, held]) => [name, held.fork(origin)]))
    return new State(origin, this.scopedKeys.fork(), contents)
  }
}
