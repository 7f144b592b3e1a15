export interface Sequenced {
  /** Defines the insertion order. */
  readonly seq: number
}

/** Marks a key that a higher layer has removed. */
const REMOVED = Symbol('removed')

type Slot<V> = V | typeof REMOVED

/** Once a layer exceeds this share of the size of the layer below, it's merged into that one. */
const FOLD_SHARE = 1 / 4

/**
 * A `Map` in insertion order that you can fork in constant time. A fork is a private overlay of changes on top of
 * frozen layers that it shares with other forks. Each layer is at least four times as large as the one above it, so
 * there are only a few, and how often a record is copied grows with the logarithm of the number of forks.
 *
 * Values are immutable. Call `takeSeq` to get the `seq` for a new value, or reuse the old value's `seq` to keep its
 * position.
 *
 * @example
 * const map = new ForkedMap<string, { seq: number }>()
 * map.set('a', { seq: map.takeSeq() })
 * const fork = map.fork()
 * fork.delete('a') // map.has('a') is still true
 */
export class ForkedMap<K, V extends Sequenced> {
  /** Lowest layer first. The array is replaced, never modified. */
  #layers: readonly Layer<K, V>[] = []
  /** Changes since the last fork. */
  #overlay = new Map<K, Slot<V>>()
  /** A value in the overlay with a smaller seq than this replaces a layer's value. */
  #overlaySeq = 1
  #size = 0
  #nextSeq = 1
  /** The largest seq that was ever set. */
  #newestSeq = 0

  get size(): number {
    return this.#size
  }

  get(key: K): V | undefined {
    const own = this.#overlay.get(key)
    if (own !== undefined) return own === REMOVED ? undefined : own
    return this.#layers.length === 0 ? undefined : lookUp(this.#layers, key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  get nextSeq(): number {
    return this.#nextSeq
  }

  /** Makes new keys start at this seq, unless larger ones have been taken already. */
  continueFrom(seq: number): void {
    this.#nextSeq = Math.max(this.#nextSeq, seq)
  }

  /** Returns a seq that's larger than all previous ones. Forks continue from here as well. */
  takeSeq(): number {
    return this.#nextSeq++
  }

  /**
   * Sets a key. A value with the same seq as the one it replaces keeps its position. Otherwise, it goes to the end.
   *
   * @throws RangeError if it's neither the same seq nor larger than all others
   */
  set(key: K, value: V): this {
    const replaced = this.get(key)
    if (replaced?.seq !== value.seq) {
      if (!(value.seq > this.#newestSeq)) {
        throw new RangeError(
          `seq ${value.seq} is not larger than ${this.#newestSeq}: a new record takes its seq from takeSeq()`,
        )
      }
      // A Map keeps the position of a key that's set again, so delete it first.
      this.#overlay.delete(key)
      this.#newestSeq = value.seq
      this.#nextSeq = Math.max(this.#nextSeq, value.seq + 1)
    }
    this.#overlay.set(key, value)
    if (replaced === undefined) this.#size++
    return this
  }

  delete(key: K): boolean {
    if (!this.has(key)) return false
    this.#overlay.delete(key)
    if (lookUp(this.#layers, key) !== undefined) this.#overlay.set(key, REMOVED)
    this.#size--
    if (this.#size === 0) this.clear()
    return true
  }

  /** Removes everything. Seqs don't start over. */
  clear(): void {
    this.#layers = []
    this.#overlay = new Map()
    this.#size = 0
  }

  /** In insertion order, ignoring later writes. */
  values(): IterableIterator<V> {
    return this.after(Number.NEGATIVE_INFINITY)
  }

  /** The values with a larger seq, in insertion order, ignoring later writes. */
  after(seq: number): IterableIterator<V> {
    return valuesAfter(this.layers, seq)
  }

  fork(): ForkedMap<K, V> {
    const fork = new ForkedMap<K, V>()
    fork.#layers = this.layers
    fork.#overlaySeq = this.#overlaySeq
    fork.#size = this.#size
    fork.#nextSeq = this.#nextSeq
    fork.#newestSeq = this.#newestSeq
    return fork
  }

  /**
   * Returns the keys whose values differ, in insertion order. Those that only the other map has come last. Skips layers
   * that both maps share.
   */
  differing(other: ForkedMap<K, V>): readonly K[] {
    let shared = 0
    while (shared < this.#layers.length && this.#layers[shared] === other.#layers[shared]) shared++
    const layers = [...this.#layers.slice(shared), ...other.#layers.slice(shared)]
    const changes = [...layers.map(({ records }) => records), this.#overlay, other.#overlay]
    const keys = new Set<K>()
    for (const records of changes) {
      for (const key of records.keys()) if (this.get(key) !== other.get(key)) keys.add(key)
    }
    const own = [...keys].filter((key) => this.has(key))
    const others = [...keys].filter((key) => !this.has(key))
    return [...own.sort(byPlaceIn(this)), ...others.sort(byPlaceIn(other))]
  }

  /** Freezes the overlay and returns all layers, lowest first. Used to measure how much maps share. */
  get layers(): readonly Layer<K, V>[] {
    if (this.#overlay.size > 0) {
      this.#layers = folded([...this.#layers, new Layer(this.#overlay, this.#overlaySeq)])
      this.#overlay = new Map()
      this.#overlaySeq = this.#newestSeq + 1
    }
    return this.#layers
  }
}

class Layer<K, V extends Sequenced> {
  #born: { readonly keys: readonly K[]; readonly seqs: readonly number[] } | undefined

  /** @param firstSeq values with a smaller seq than this replace a value in a lower layer */
  constructor(
    readonly records: ReadonlyMap<K, Slot<V>>,
    readonly firstSeq: number,
  ) {}

  /** The keys that this layer added, in order, with their seqs. */
  get born(): { readonly keys: readonly K[]; readonly seqs: readonly number[] } {
    if (this.#born !== undefined) return this.#born
    const keys: K[] = []
    const seqs: number[] = []
    for (const [key, record] of this.records) {
      if (record === REMOVED || record.seq < this.firstSeq) continue
      keys.push(key)
      seqs.push(record.seq)
    }
    this.#born = { keys, seqs }
    return this.#born
  }

  *values(): IterableIterator<V> {
    for (const record of this.records.values()) if (record !== REMOVED) yield record
  }
}

function lookUp<K, V extends Sequenced>(layers: readonly Layer<K, V>[], key: K): V | undefined {
  for (let index = layers.length - 1; index >= 0; index--) {
    const held = layers[index]?.records.get(key)
    if (held !== undefined) return held === REMOVED ? undefined : held
  }
  return undefined
}

/** A layer's new seqs are larger than all seqs below it, so we can read one layer after another. */
function* valuesAfter<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  seq: number,
): IterableIterator<V> {
  for (const [place, layer] of layers.entries()) {
    const { keys, seqs } = layer.born
    const newest = layers.slice(place)
    for (let index = firstLarger(seqs, seq); index < keys.length; index++) {
      const value = lookUp(newest, keys[index] as K)
      if (value?.seq === seqs[index]) yield value as V
    }
  }
}

/** Starting at the top, merges layers that are too large into the layer below. */
function folded<K, V extends Sequenced>(layers: readonly Layer<K, V>[]): readonly Layer<K, V>[] {
  const [upper, lower] = [layers.at(-1), layers.at(-2)]
  if (upper === undefined || lower === undefined) return layers
  if (upper.records.size <= lower.records.size * FOLD_SHARE) return layers
  const records = new Map(lower.records)
  for (const [key, held] of upper.records) {
    const below = records.get(key)
    if (held === REMOVED || below === undefined || below === REMOVED || below.seq !== held.seq)
      records.delete(key)
    if (held !== REMOVED || layers.length > 2) records.set(key, held)
  }
  return folded([...layers.slice(0, -2), new Layer(records, lower.firstSeq)])
}

const byPlaceIn =
  <K, V extends Sequenced>(map: ForkedMap<K, V>) =>
  (one: K, other: K): number =>
    (map.get(one)?.seq ?? 0) - (map.get(other)?.seq ?? 0)

/** Returns the index of the first larger number in an ascending list. */
export function firstLarger(numbers: readonly number[], number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) > number) high = middle
    else low = middle + 1
  }
  return low
}
