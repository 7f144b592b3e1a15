import type { Slice, Steps } from './steps.js'

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
  /** These and others. */
  and(others: Gone<V>): Gone<V>
}

/** Records and tombstones. Only the top layer of a map is ever changed. */
export class Layer<K, V extends Sequenced> {
  /** Records born here, with a seq from firstSeq on, are in order of insertion. Older ones replace a lower layer's. */
  readonly records: Map<K, V | typeof REMOVED>
  /** All seqs in lower layers are smaller. */
  readonly firstSeq: number
  #births: BirthOrder<K> | undefined
  #weight: number | undefined
  readonly #gone: Gone<V> | undefined

  constructor(firstSeq: number, records: Map<K, V | typeof REMOVED> = new Map(), gone?: Gone<V>) {
    this.firstSeq = firstSeq
    this.records = records
    this.#gone = gone
  }

  /** Whether it may hold records that are gone. */
  get hasGone(): boolean {
    return this.#gone !== undefined
  }

  /** The same layer, of which these are gone too; they share the records. */
  without(gone: Gone<V>): Layer<K, V> {
    const without = new Layer(
      this.firstSeq,
      this.records,
      this.#gone === undefined ? gone : gone.and(this.#gone),
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
  weight(weigh: (record: V) => number, isKept: boolean): number {
    if (this.#weight !== undefined) return this.#weight
    let sum = 0
    for (const record of this.records.values()) sum += record === REMOVED ? REMOVED_BYTES : weigh(record)
    if (isKept) this.#weight = sum
    return sum
  }

  /** Weighs it ahead, in slices, so that weight() need not: for a layer that nobody changes meanwhile. */
  *weighAhead(weigh: (record: V) => number, slice: Slice): Steps<void> {
    if (this.#weight !== undefined) return
    let sum = 0
    yield* slice.each(this.records.values(), (record) => {
      sum += record === REMOVED ? REMOVED_BYTES : weigh(record)
    })
    this.#weight = sum
  }

  /** Notes that a record was set or removed. */
  noteChange(): void {
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

/** Lets go of what is gone of layers[index], bit by bit: it makes a copy of the rest. */
export class LayerSweep<K, V extends Sequenced> {
  readonly #records = new Map<K, V | typeof REMOVED>()
  readonly #left: Iterator<[K, V | typeof REMOVED]>

  constructor(readonly layer: Layer<K, V>) {
    this.#left = layer.records.entries()
  }

  /**
   * Looks at some more records.
   *
   * @param layers those of a map that has the layer; beneath it they must show the same each time
   * @returns a layer to put in its place, once all was looked at
   */
  step(layers: readonly Layer<K, V>[], items: number): Layer<K, V> | undefined {
    const index = layers.indexOf(this.layer)
    for (let looked = 0; looked < items; looked++) {
      const { done, value } = this.#left.next()
      if (done === true) return new Layer(this.layer.firstSeq, this.#records)
      keep(this.#records, layers, index, value)
    }
    return undefined
  }
}

/** Adds a record of layers[index] to records that are to take the place of the layer's, as far as it is needed. */
function keep<K, V extends Sequenced>(
  records: Map<K, V | typeof REMOVED>,
  layers: readonly Layer<K, V>[],
  index: number,
  [key, record]: readonly [K, V | typeof REMOVED],
): void {
  const isPresent = (layers[index] as Layer<K, V>).present(record) !== REMOVED
  if (isPresent || givesItsPlace(layers, index, key, record)) records.set(key, record)
  else if (lookUp(layers, index, key) !== undefined) records.set(key, REMOVED)
}

/** Whether a record above layers[index] has replaced this one, and its place in the order with it. */
function givesItsPlace<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  index: number,
  key: K,
  record: V | typeof REMOVED,
): boolean {
  for (let above = index + 1; above < layers.length && record !== REMOVED; above++) {
    const other = layers[above]?.records.get(key)
    if (other !== undefined && other !== REMOVED && other.seq === record.seq) return true
  }
  return false
}

/** Makes one layer of layers[index] and the next; the layers themselves, which other maps share, stay as they are. */
function mergeAt<K, V extends Sequenced>(layers: readonly Layer<K, V>[], index: number): Layer<K, V>[] {
  const [lower, upper] = layers.slice(index, index + 2) as [Layer<K, V>, Layer<K, V>]
  const records = lower.hasGone ? new Map<K, V | typeof REMOVED>() : new Map(lower.records)
  if (lower.hasGone) for (const row of lower.records) keep(records, layers, index, row)
  for (const [key, held] of upper.records) {
    const record = upper.present(held)
    const replaced = records.get(key)
    if (record === REMOVED) {
      records.delete(key)
      if (lookUp(layers, index, key) !== undefined) records.set(key, REMOVED)
    } else {
      // Setting a key keeps its place in the Map; a record that was born anew belongs at the end.
      if (replaced === REMOVED || replaced?.seq !== record.seq) records.delete(key)
      records.set(key, record)
    }
  }
  const merged = records.size === 0 ? [] : [new Layer(lower.firstSeq, records)]
  return [...layers.slice(0, index), ...merged, ...layers.slice(index + 2)]
}

/**
 * The adjacent pair whose lower layer is the smallest beside its upper one. So a large base is copied only once its
 * overlays have grown to match it, and a record is copied a number of times that grows as the logarithm of the forks.
 */
function pairToMerge<K, V extends Sequenced>(layers: readonly Layer<K, V>[]): number {
  const sizes = layers.map((layer) => layer.records.size)
  const ratios = sizes.slice(1).map((upper, index) => (sizes[index] ?? 0) / upper)
  return ratios.lastIndexOf(Math.min(...ratios))
}

/** The same layers, merged until there are no more than `most`. */
export function mergeDown<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  most: number,
): readonly Layer<K, V>[] {
  let merged = layers
  while (merged.length > most) merged = mergeAt(merged, pairToMerge(merged))
  return merged
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
