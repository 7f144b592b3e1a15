import { ForkedMap, type Sequenced } from '../core/forked-map.js'

/** A namespace or store. */
export interface Resource<Self, Entry extends Sequenced> extends Sequenced {
  readonly id: string
  /** Tokens with this `sub` have access. */
  readonly owner: string
  readonly entries: ForkedMap<string, Entry>
  /** Identifies the `Resources` object that owns it. Others must copy it before writing. */
  readonly epoch: object
  /** Shares the entries. `origin` is in ms. */
  copy(origin: number, epoch: object): Self
}

export interface OpenedByKeys {
  /** Also the name of their list in a seed, e.g. "namespaces". */
  readonly name: string
  readonly all: { values(): Iterable<{ readonly id: string }> }
  has(id: string): boolean
  ownerOf(id: string): string | undefined
  remove(id: string): void
}

/** All namespaces, or all stores, of a state. Forks share them, and copy each one on its first write. */
export class Resources<Entry extends Sequenced, One extends Resource<One, Entry>> implements OpenedByKeys {
  #epoch: object = {}

  constructor(
    readonly name: string,
    /** In ms. */
    readonly origin = 0,
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

  /** Copies the resource if it's shared, so that you can write to it. */
  own(id: string): One | undefined {
    const found = this.all.get(id)
    if (found === undefined || found.epoch === this.#epoch) return found
    const copied = found.copy(this.origin, this.#epoch)
    this.all.set(id, copied)
    return copied
  }

  add(make: (seq: number, epoch: object) => One): One {
    const added = make(this.all.takeSeq(), this.#epoch)
    this.all.set(added.id, added)
    return added
  }

  /** Empty if the id is unknown. */
  entriesOf(id: string): ForkedMap<string, Entry> {
    return this.all.get(id)?.entries ?? new ForkedMap()
  }

  countEntries(): number {
    let count = 0
    for (const { entries } of this.all.values()) count += entries.size
    return count
  }

  /** `origin` is in ms. */
  fork(origin: number): Resources<Entry, One> {
    this.#epoch = {}
    return new Resources(this.name, origin, this.all.fork())
  }
}
