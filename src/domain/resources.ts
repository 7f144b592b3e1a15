import { ForkedMap, type Sequenced } from '../core/forked-map.js'

/** A namespace or a store: what keys open. */
export interface Resource<Self, Entry extends Sequenced> extends Sequenced {
  readonly id: string
  /** The `sub` of the tokens that may look into it. */
  readonly owner: string
  readonly entries: ForkedMap<string, Entry>
  /** What it was made or copied for: only these resources may write to it, any others take a copy first. */
  readonly epoch: object
  /** A copy, which shares its entries. `origin` in ms. */
  copy(origin: number, epoch: object): Self
}

/** What a key opens, whichever service it is of. */
export interface OpenedByKeys {
  /** The name of their list in a seed: "namespaces". */
  readonly name: string
  has(id: string): boolean
  /** undefined if there is none of this id. */
  ownerOf(id: string): string | undefined
  remove(id: string): void
}

/** All namespaces or all stores of a state. Forks share them; each is copied when it is first written to. */
export class Resources<Entry extends Sequenced, One extends Resource<One, Entry>> implements OpenedByKeys {
  #epoch: object = {}

  constructor(
    readonly name: string,
    /** ms */
    readonly origin = 0,
    /** By id. */
    readonly all: ForkedMap<string, One> = new ForkedMap(),
  ) {}

  has(id: string): boolean {
    return this.all.has(id)
  }

  ownerOf(id: string): string | undefined {
    return this.all.get(id)?.owner
  }

  remove(id: string): void {
    this.all.delete(id)
  }

  /** Returns the one of this id, safe to write to. */
  own(id: string): One | undefined {
    const found = this.all.get(id)
    if (found === undefined || found.epoch === this.#epoch) return found
    const copied = found.copy(this.origin, this.#epoch)
    this.all.set(id, copied)
    return copied
  }

  /** Adds one in the last place. */
  add(make: (seq: number, epoch: object) => One): One {
    const added = make(this.all.takeSeq(), this.#epoch)
    this.all.set(added.id, added)
    return added
  }

  /** The entries of the one of this id; none if there is no such one. */
  entriesOf(id: string): ForkedMap<string, Entry> {
    return this.all.get(id)?.entries ?? new ForkedMap()
  }

  /** How many entries they have in all. */
  countEntries(): number {
    let count = 0
    for (const { entries } of this.all.values()) count += entries.size
    return count
  }

  /** A fork; neither sees what the other does from now on. `origin` in ms. */
  fork(origin: number): Resources<Entry, One> {
    this.#epoch = {}
    return new Resources(this.name, origin, this.all.fork())
  }
}
