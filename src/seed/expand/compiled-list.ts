import type { Path } from '../text/problems.js'
import type { BlockFields, BlockSource } from './block.js'
import type { Draw } from './compiled.js'

/** How the blocks of one list become records. */
export interface RecordKind<Source extends BlockSource, Made> {
  compile(source: Source, fields: BlockFields): (draw: Draw) => Made
  /** The key or id, which no two records of the list share; undefined for a record without an id. */
  identity(made: Made): string | undefined
}

/** Where a list is, and what it holds. */
export interface ListOf<Source extends BlockSource, Made> {
  /** Names it in its streams, and does not change when other lists do. */
  readonly name: readonly string[]
  readonly path: Path
  readonly kind: RecordKind<Source, Made>
}

/** The records of a list so far. */
export class Records<Made> {
  readonly made: Made[] = []
  /** The blocks that they are of, by their places in the list. */
  readonly #blocks: number[] = []
  readonly #places = new Map<string, number>()

  /** The block that a record with this key or id is of; undefined where there is none. */
  blockOf(identity: string): number | undefined {
    return this.#blocks[this.#places.get(identity) ?? -1]
  }

  /** Adds a record, or puts it in the place of the one with its key or id. */
  put(made: Made, identity: string | undefined, block: number): void {
    const place = (identity === undefined ? undefined : this.#places.get(identity)) ?? this.made.length
    this.made[place] = made
    this.#blocks[place] = block
    if (identity !== undefined) this.#places.set(identity, place)
  }
}

/** A list whose blocks are compiled. What draws from Faker is made once that is there; other records are there already. */
export class CompiledList<Made> {
  constructor(
    private readonly made: readonly Made[],
    private readonly makeRest?: () => readonly Made[],
  ) {}

  /** Whether nothing in it waits for Faker. */
  get isWhole(): boolean {
    return this.makeRest === undefined
  }

  /** Gives the records of the blocks that are sound. */
  expand(): readonly Made[] {
    return this.makeRest === undefined ? this.made : this.makeRest()
  }
}

/** A list of nothing, which most namespaces have. */
export const NOTHING = new CompiledList<never>([])
