import type { Slice, Steps } from '../steps.js'

/** A removed key, in a layer above one that has it. */
export const REMOVED = Symbol('removed')

/** What the row of a removed key takes, about. */
const REMOVED_BYTES = 50

/** A value of a layered map. */
export interface Sequenced {
  /** The record's place in the order of insertion. */
  readonly seq: number
}

/** The records born in a layer in order of insertion; two arrays, for a binary search in plain numbers. */
interface BirthOrder<K> {
  readonly keys: K[]
  readonly seqs: number[]
  /** How many of them are gone or moved; a reader has to look. */
  stale: number
}

/** Values that are gone though layers hold them still. */
export interface Gone<V> {
  has(value: V): boolean
  /** These, to which none were added yet, and others. */
  and(others: Gone<V>): Gone<V>
}

const NO_RECORDS = new Map<never, never>()

/** The largest number of a layer. */
let newestNumber = 0

/** Records and tombstones. Only the top layer of a map is ever changed. */
export class Layer<K, V extends Sequenced> {
  #records: Map<K, V | typeof REMOVED> | undefined
  /** All seqs in lower layers are smaller. */
  readonly firstSeq: number
  /** Its own, but for layers that share their records. */
  readonly number: number
  #births: BirthOrder<K> | undefined
  #weight: number | undefined
  #changes = 0
  readonly #gone: Gone<V> | undefined

  constructor(
    firstSeq: number,
    records?: Map<K, V | typeof REMOVED>,
    gone?: Gone<V>,
    number = ++newestNumber,
  ) {
    this.firstSeq = firstSeq
    this.#records = records
    this.#gone = gone
    this.number = number
  }

  /** Records born here, with a seq from firstSeq on, are in order of insertion. Older ones replace a lower layer's. */
  get records(): ReadonlyMap<K, V | typeof REMOVED> {
    return this.#records ?? NO_RECORDS
  }

  /** The records, to be written to: made for the first one, since very many layers never have any. */
  get writable(): Map<K, V | typeof REMOVED> {
    this.#records ??= new Map()
    return this.#records
  }

  /** Whether it may hold records that are gone. */
  get hasGone(): boolean {
    return this.#gone !== undefined
  }

  /** The same layer, of which these are gone too; they share the records. */
  without(gone: Gone<V>): Layer<K, V> {
    const without = new Layer(
      this.firstSeq,
      this.#records,
      this.#gone === undefined ? gone : gone.and(this.#gone),
      this.number,
    )
    without.#weight = this.#weight
    return without
  }

  /** What a record of this layer counts as. */
  present(record: V | typeof REMOVED): V | typeof REMOVED {
    return record !== REMOVED && this.#gone?.has(record) === true ? REMOVED : record
  }

  get held(): number {
    return this.records.size + (this.#births?.seqs.length ?? 0)
  }

  /**
   * What its records weigh together, and its removed keys.
   *
   * @param isKept whether the sum is kept until the layer is changed: what a record weighs must never change
   */
  *weight(weigh: (record: V) => number, isKept: boolean, slice: Slice): Steps<number> {
    if (this.#weight !== undefined) return this.#weight
    const changes = this.#changes
    let sum = 0
    yield* slice.each(this.records.values(), (record) => {
      sum += record === REMOVED ? REMOVED_BYTES : weigh(record)
    })
    if (isKept && this.#changes === changes) this.#weight = sum
    return sum
  }

  /** Notes that a record was set or removed. */
  noteChange(): void {
    this.#changes++
    this.#weight = undefined
  }

  /** Built when first asked for, since most layers are never iterated. */
  births(): BirthOrder<K> {
    if (this.#births !== undefined) return this.#births
    const births: BirthOrder<K> = { keys: [], seqs: [], stale: 0 }
    for (const [key, record] of this.records) {
      if (record === REMOVED || record.seq < this.firstSeq) continue
      births.keys.push(key)
      births.seqs.push(record.seq)
    }
    this.#births = births
    return births
  }

  /** Notes a record born here after all others. */
  noteBirth(key: K, seq: number): void {
    this.#births?.keys.push(key)
    this.#births?.seqs.push(seq)
  }

  /** Notes that this record of the layer is gone or moved. */
  noteDeath(record: V): void {
    const births = this.#births
    if (births === undefined || record.seq < this.firstSeq) return
    births.stale += 1
    // Letting go of it at half keeps memory flat, and the cost of building it again in proportion to the removals.
    if (births.stale * 2 > births.seqs.length) this.#births = undefined
  }
}

/** The index of the first of these ascending numbers that is larger. */
export function firstLarger(seqs: readonly number[], seq: number): number {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((seqs[middle] as number) > seq) high = middle
    else low = middle + 1
  }
  return low
}

/** The newest record of a key in the first `count` layers, oldest first; undefined where it is absent or removed. */
export function lookUp<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  count: number,
  key: K,
): V | undefined {
  for (let index = count - 1; index >= 0; index--) {
    const layer = layers[index] as Layer<K, V>
    const found = layer.records.get(key)
    if (found === undefined) continue
    const present = layer.present(found)
    return present === REMOVED ? undefined : present
  }
  return undefined
}

/** Values in the order of their places, in which most are already: to find that out is quicker than to sort. */
export function inOrder<V extends Sequenced>(values: V[]): V[] {
  let lastSeq = Number.NEGATIVE_INFINITY
  for (const { seq } of values) {
    if (seq < lastSeq) return values.sort((a, b) => a.seq - b.seq)
    lastSeq = seq
  }
  return values
}
