/** A removed key, in a layer above one that has it. */
const REMOVED = Symbol('removed')

/** Reading visits every layer, and a fork adds one: past this number of lower layers, two become one. */
const LOWER_LAYERS_MAX = 8

interface Sequenced {
  /** The record's place in the order of insertion. */
  readonly seq: number
}

/** The records born in a layer in order of insertion; two arrays, for a binary search in plain numbers. */
interface BirthOrder<K> {
  readonly keys: K[]
  readonly seqs: number[]
  /** How many of them are gone or moved; whoever reads must look. */
  stale: number
}

/** Records and tombstones. Only the top layer of a map is ever changed. */
class Layer<K, V extends Sequenced> {
  /** Records born here, with a seq from firstSeq on, are in order of insertion. Older ones replace a lower layer's. */
  readonly records: Map<K, V | typeof REMOVED>
  /** All seqs in lower layers are smaller. */
  readonly firstSeq: number
  #births: BirthOrder<K> | undefined

  constructor(firstSeq: number, records: Map<K, V | typeof REMOVED> = new Map()) {
    this.firstSeq = firstSeq
    this.records = records
  }

  get held(): number {
    return this.records.size + (this.#births?.seqs.length ?? 0)
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
function firstLarger(seqs: readonly number[], seq: number): number {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((seqs[middle] as number) > seq) high = middle
    else low = middle + 1
  }
  return low
}

function lookUp<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  count: number,
  key: K,
): V | undefined {
  for (let index = count - 1; index >= 0; index--) {
    const found = (layers[index] as Layer<K, V>).records.get(key)
    if (found !== undefined) return found === REMOVED ? undefined : found
  }
  return undefined
}

/** Makes one layer of layers[index] and the next; the layers themselves, which other maps share, stay as they are. */
function mergeAt<K, V extends Sequenced>(layers: readonly Layer<K, V>[], index: number): Layer<K, V>[] {
  const [lower, upper] = layers.slice(index, index + 2) as [Layer<K, V>, Layer<K, V>]
  const records = new Map(lower.records)
  for (const [key, record] of upper.records) {
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

/**
 * A Map in order of insertion that can be forked at a cost that does not grow with its contents: a mutable top layer
 * over immutable layers that forks share.
 *
 * Values are immutable and carry their place in the order, `seq`. A new key's value takes it from takeSeq(); a value
 * that replaces another and keeps its place has the other's seq.
 */
export class LayeredMap<K, V extends Sequenced> {
  readonly #weigh: ((value: V) => number) | undefined
  /** Oldest first; replaced, never changed. */
  #lower: readonly Layer<K, V>[] = []
  #top = new Layer<K, V>(1)
  #size = 0
  #total = 0
  #nextSeq = 1
  /** The largest seq ever set. */
  #newestSeq = 0

  /** @param options.weigh gives what a value adds to `total`; it must always say the same of a value */
  constructor(options: { weigh?: ((value: V) => number) | undefined } = {}) {
    this.#weigh = options.weigh
  }

  /** The number of keys. */
  get size(): number {
    return this.#size
  }

  /** The sum of all values' weights; 0 without `weigh`. */
  get total(): number {
    return this.#total
  }

  /** The number of layers beneath the top one, 8 at most. */
  get depth(): number {
    return this.#lower.length
  }

  /** How many records, tombstones and places in the order all layers hold together: what memory pays for. */
  get held(): number {
    return this.#lower.reduce((sum, layer) => sum + layer.held, this.#top.held)
  }

  /** The value of a key, or undefined. */
  get(key: K): V | undefined {
    const own = this.#top.records.get(key)
    if (own !== undefined) return own === REMOVED ? undefined : own
    const lower = this.#lower
    return lower.length === 0 ? undefined : lookUp(lower, lower.length, key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  /** The place for the next new record, larger than all before; forks go on from here too. */
  takeSeq(): number {
    return this.#nextSeq++
  }

  /**
   * Sets a key. With the seq of the value it replaces it keeps that one's place; otherwise it goes to the end.
   * @throws RangeError where its seq is neither that nor larger than every other
   */
  set(key: K, value: V): this {
    const { records } = this.#top
    const own = records.get(key)
    const replaced = own === REMOVED ? undefined : (own ?? lookUp(this.#lower, this.#lower.length, key))
    if (replaced?.seq !== value.seq) {
      if (!(value.seq > this.#newestSeq)) {
        throw new RangeError(
          `seq ${value.seq} is not larger than ${this.#newestSeq}: a new record takes its seq from takeSeq()`,
        )
      }
      if (own !== undefined) records.delete(key)
      if (own !== undefined && own !== REMOVED) this.#top.noteDeath(own)
      this.#top.noteBirth(key, value.seq)
      this.#newestSeq = value.seq
      this.#nextSeq = Math.max(this.#nextSeq, value.seq + 1)
    }
    records.set(key, value)
    this.#count(replaced, -1)
    this.#count(value, 1)
    return this
  }

  /** Removes a key; false where there is none. */
  delete(key: K): boolean {
    const { records } = this.#top
    const own = records.get(key)
    if (own === REMOVED) return false
    const beneath = lookUp(this.#lower, this.#lower.length, key)
    const removed = own ?? beneath
    if (removed === undefined) return false
    if (beneath === undefined) records.delete(key)
    else records.set(key, REMOVED)
    if (own !== undefined) this.#top.noteDeath(own)
    this.#count(removed, -1)
    // Tombstones for everything beneath would cost more than nothing at all.
    if (this.#size === 0) this.clear()
    return true
  }

  /** Removes everything; seqs go on. */
  clear(): void {
    this.#lower = []
    this.#top = new Layer(this.#newestSeq + 1)
    this.#size = 0
    this.#total = 0
  }

  /** All values in order of insertion, as `after` gives them. */
  values(): IterableIterator<V> {
    return this.after(Number.NEGATIVE_INFINITY)
  }

  /**
   * The values with a larger seq, in order. The map may be changed meanwhile: what is removed is left out, what is
   * replaced is seen as it is then, and what is new is not seen.
   */
  *after(seq: number): IterableIterator<V> {
    const newestSeq = this.#newestSeq
    // Each layer's seqs are larger than those of the layers beneath it, so one comes after the other.
    for (const layer of [...this.#lower, this.#top]) {
      const { keys, seqs } = layer.births()
      for (let index = firstLarger(seqs, seq); index < seqs.length; index++) {
        const bornSeq = seqs[index] as number
        if (bornSeq > newestSeq) return
        const value = this.get(keys[index] as K)
        if (value?.seq === bornSeq) yield value
      }
    }
  }

  /**
   * A second map with the same contents; neither sees what the other does from now on. Now and then it merges
   * two layers, which costs a few copies of each record written since the base, however many forks there are.
   */
  fork(): LayeredMap<K, V> {
    if (this.#top.records.size > 0) this.#shareTop()
    const fork = new LayeredMap<K, V>({ weigh: this.#weigh })
    fork.#lower = this.#lower
    fork.#top = new Layer(this.#newestSeq + 1)
    fork.#size = this.#size
    fork.#total = this.#total
    fork.#nextSeq = this.#nextSeq
    fork.#newestSeq = this.#newestSeq
    return fork
  }

  #shareTop(): void {
    let lower = [...this.#lower, this.#top]
    while (lower.length > LOWER_LAYERS_MAX) lower = mergeAt(lower, pairToMerge(lower))
    this.#lower = lower
    this.#top = new Layer(this.#newestSeq + 1)
  }

  #count(value: V | undefined, sign: 1 | -1): void {
    if (value === undefined) return
    this.#size += sign
    if (this.#weigh !== undefined) this.#total += sign * this.#weigh(value)
  }
}
