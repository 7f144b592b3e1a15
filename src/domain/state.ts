import type { Scope } from '../contract/values.js'
import { ForkedMap } from '../core/forked-map.js'
import type { ScopedKey } from './credentials.js'
import type { MonthlyUsage } from './quotas.js'
import type { OpenedByKeys } from './resources.js'

/** What one service keeps in a world. */
export interface ServiceContents {
  /** A fork; neither sees what the other does from now on. `origin` in ms. */
  fork(origin: number): ServiceContents
  /** How many it holds of each kind, expired entries included, without a look at every entry. */
  sizes(): Readonly<Record<string, number>>
  /** Entries that expire after an instant and up to another (ms), in the order in which they were put. */
  expiring?(after: number, upTo: number): readonly ExpiringEntry[]
  /** What has counters that fall to 0 with each month. */
  counted?(): Iterable<CounterHolder>
  /** Whether it has a key of this text, beside those of namespaces and stores. */
  hasKey?(text: string): boolean
  /** Its keys beside those that see a record; those that see any, without an id. Keys without bounds come first. */
  keysFor?(id: string): readonly { readonly key: string }[]
  /** What keys open: namespaces, or stores. */
  readonly resources?: OpenedByKeys
}

/** An entry that expires. */
export interface ExpiringEntry {
  readonly namespace: string
  readonly key: string
  /** ms */
  readonly at: number
}

/** A namespace, by its id, with its monthly counters. */
export interface CounterHolder {
  readonly id: string
  readonly usage: MonthlyUsage
}

/** Names the contents of one service in every state. */
export interface ContentsOf<Held extends ServiceContents> {
  readonly name: string
  /** The contents of a state in which nothing was put. */
  readonly empty: () => Held
}

/** Keys of namespaces and stores, by the id of what they open. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/**
 * Everything that the services keep, and that a reset puts back. Forking it is cheap whatever it holds: forked maps
 * share their contents, and a namespace or store is copied (its entries still shared) when it is first touched
 * afterwards.
 */
export class State {
  private constructor(
    /** The instant that relative times of seeded entries count from, in ms. */
    readonly origin: number,
    readonly scopedKeys: ForkedMap<string, ScopedKey>,
    /** What each service keeps, by its name. */
    readonly contents: ReadonlyMap<string, ServiceContents>,
  ) {}

  /** A state of these services, in which nothing was put. */
  static empty(services: readonly { readonly contents: ContentsOf<ServiceContents> }[]): State {
    const contents = new Map(services.map(({ contents: { name, empty } }) => [name, empty()]))
    return new State(0, new ForkedMap(), contents)
  }

  /** What one service keeps. */
  of<Held extends ServiceContents>({ name }: ContentsOf<Held>): Held {
    // Under a name are the contents that its own `empty` made, or a fork of them.
    return this.contents.get(name) as Held
  }

  /** Removes a namespace or store with its entries and keys. */
  removeResource(id: string): void {
    for (const { key } of this.keysOf(id)) this.scopedKeys.delete(key)
    this.resourcesWith(id)?.remove(id)
  }

  /** The namespaces, or the stores, of which one has this id. */
  resourcesWith(id: string): OpenedByKeys | undefined {
    for (const { resources } of this.contents.values()) if (resources?.has(id)) return resources
    return undefined
  }

  /** Whether a key of any service has this text. */
  hasKey(text: string): boolean {
    return this.scopedKeys.has(text) || [...this.contents.values()].some((held) => held.hasKey?.(text))
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

  /** Adds a key of a namespace or store, or replaces the one with its text, which is for the caller to check. */
  addKey(key: string, resourceId: string, scope: Scope): ScopedKey {
    const seq = this.scopedKeys.get(key)?.seq ?? this.scopedKeys.takeSeq()
    const held: ScopedKey = { seq, key, resourceId, scope }
    this.scopedKeys.set(key, held)
    return held
  }

  /** Whatever has monthly counters. */
  counted(): readonly CounterHolder[] {
    return [...this.contents.values()].flatMap((held) => [...(held.counted?.() ?? [])])
  }

  /** A fork of the state; neither sees what the other does from now on. `origin` in ms. */
  fork(origin = this.origin): State {
    const contents = new Map(Array.from(this.contents, ([name, held]) => [name, held.fork(origin)]))
    return new State(origin, this.scopedKeys.fork(), contents)
  }
}
