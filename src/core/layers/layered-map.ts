import { LazyList } from '../lazy-list.js'
import { SLICE_ITEMS, type Steps } from '../steps.js'
import { type Gone, inOrder, Layer, lookUp, REMOVED, type Sequenced } from './layer.js'
import { type LargeMerge, LayerSweep, mergeAhead, mergeDown } from './merging.js'
import { areUnwritten, differingKeys, scanLayers, valuesAfter, valuesOf } from './reading.js'

/** Reading visits every layer, and a fork adds one: past this number of lower layers, two become one, large ones bit by bit. */
const LOWER_LAYERS_MAX = 8

/** More new keys than come while something is made aside. */
const PLACES_MEANWHILE = 2 ** 24
const NO_LAYERS: readonly never[] = []

/**
 * A Map in order of insertion that can be forked at a cost that does not grow with its contents: a mutable top layer
 * over immutable layers that forks share.
 *
 * Values are immutable and carry their place in the order, `seq`. A new key's value takes it from takeSeq(); a value
 * that replaces another and keeps its place has the other's seq.
 */
export class LayeredMap<K, V extends Sequenced> {
  /** Oldest first; replaced, never changed. */
  #lower: readonly Layer<K, V>[] = NO_LAYERS
  #top = new Layer<K, V>(1)
  #size = 0
  #nextSeq = 1
  /** The largest seq ever set. */
  #newestSeq = 0
  #changes = 0
  /** Nothing is left for sweep() to let go of. */
  #isSwept = true
  /** What sweep() is at. Forks go on with the same one. */
  #sweep: LayerSweep<K, V> | undefined
  /** Two large layers that forks make one of; they go on with the same merge. */
  #large: LargeMerge<K, V> | undefined

  /** How often it was changed: where it is what it was before, so are the contents. */
  get changes(): number {
    return this.#changes
  }

  /** The number of keys. */
  get size(): number {
    return this.#size
  }

  /** How many records, tombstones and places in the order all layers hold together: what memory pays for. */
  get held(): number {
    return this.#lower.reduce((sum, layer) => sum + layer.held, this.#top.held)
  }

  /** The layers, oldest first; only the last one is ever changed. */
  get layers(): readonly Layer<K, V>[] {
    return [...this.#lower, this.#top]
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

  /** The seq that the next new key takes. */
  get nextSeq(): number {
    return this.#nextSeq
  }

  /** New keys take this seq and those after it, unless larger ones were taken. */
  continueFrom(seq: number): void {
    this.#nextSeq = Math.max(this.#nextSeq, seq)
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
    const records = this.#top.writable
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
    this.#top.noteChange()
    this.#changes++
    if (replaced === undefined) this.#size++
    return this
  }

  /** Removes a key; false where there is none. */
  delete(key: K): boolean {
    const own = this.#top.records.get(key)
    if (own === REMOVED) return false
    const beneath = lookUp(this.#lower, this.#lower.length, key)
    const removed = own ?? beneath
    if (removed === undefined) return false
    if (beneath === undefined) this.#top.writable.delete(key)
    else this.#top.writable.set(key, REMOVED)
    this.#top.noteChange()
    this.#changes++
    if (own !== undefined) this.#top.noteDeath(own)
    this.#size--
    // Tombstones for everything beneath would cost more than nothing at all.
    if (this.#size === 0) this.clear()
    return true
  }

  /** Removes everything; seqs go on. */
  clear(): void {
    this.#lower = NO_LAYERS
    this.#top = new Layer(this.#newestSeq + 1)
    this.#size = 0
    this.#changes++
  }

  /** All values in order of insertion, as `after` gives them; begun at once, however many there are. */
  values(): IterableIterator<V> {
    return valuesOf(this.layers, this.#newestSeq, this)
  }

  /**
   * The values with a larger seq, in order. The map may be changed meanwhile: what is removed is left out, what is
   * replaced is seen as it is then, and what is new is not seen.
   */
  after(seq: number): IterableIterator<V> {
    return seq < 0 ? this.values() : valuesAfter(seq, this.layers, this.#newestSeq, this)
  }

  /** Shows every value, in no order: for counting and searching, several times quicker than values(). */
  scan(visit: (value: V) => void): void {
    scanLayers(this.layers, visit)
  }

  /** All values in order of insertion, at once: several times quicker than values(). */
  toArray(): V[] {
    const values: V[] = []
    this.scan((value) => values.push(value))
    return inOrder(values)
  }

  /** All values in order of insertion as they are now, whatever is written later; begun at once, however many they are. */
  asOfNow(): Iterable<V> {
    if (this.#size <= SLICE_ITEMS) return this.toArray()
    const fork = this.fork()
    return new LazyList(() => fork.values())
  }

  /**
   * Removes the values of a set. They are passed over from now on, and sweep() lets go of them: this costs the same
   * however many they are.
   *
   * @param count how many values of the map it has
   */
  removeAll(gone: Gone<V>, count: number): void {
    if (count === this.#size) {
      this.clear()
      return
    }
    this.#changes++
    this.#size -= count
    if (this.#top.records.size > 0) this.#shareTop()
    this.#lower = this.#lower.map((layer) => layer.without(gone))
    this.#isSwept = false
  }

  /** Lets go of some of what removeAll() removed. Nobody sees it: it is for whoever writes. @param items of work */
  sweep(items = SLICE_ITEMS): void {
    if (this.#isSwept) return
    const lower = this.#lower
    if (this.#sweep === undefined || !lower.includes(this.#sweep.layer)) {
      const layer = lower.find(({ hasGone }) => hasGone)
      this.#sweep = layer && new LayerSweep(layer)
      this.#isSwept = layer === undefined
    }
    const swept = this.#sweep?.step(lower, items)
    if (swept === undefined) return
    this.#lower = lower.map((layer) => (layer === this.#sweep?.layer ? swept : layer))
    this.#sweep = undefined
  }

  /**
   * Removes all but these values, which must be values of the map; they are put in order. For when few are left: it costs
   * what they are, not what goes.
   */
  keepOnly(values: V[], keyOf: (value: V) => K): void {
    const records = new Map<K, V>()
    for (const value of inOrder(values)) records.set(keyOf(value), value)
    this.#lower = NO_LAYERS
    this.#top = new Layer(1, records)
    this.#size = records.size
    this.#changes++
  }

  /**
   * A second map with the same contents; neither sees what the other does from now on. Now and then it merges
   * two layers, or some of two large ones: a few copies of each record written since the base, however many forks there are.
   */
  fork(): LayeredMap<K, V> {
    if (this.#top.records.size > 0) this.#shareTop()
    const fork = new LayeredMap<K, V>()
    fork.#lower = this.#lower
    fork.#top = new Layer(this.#newestSeq + 1)
    fork.#size = this.#size
    fork.#nextSeq = this.#nextSeq
    fork.#newestSeq = this.#newestSeq
    fork.#isSwept = this.#isSwept
    fork.#sweep = this.#sweep
    fork.#large = this.#large
    return fork
  }

  /** A fork for `forkUnder`: its new keys come behind those that this map gets meanwhile. */
  forkAside(): LayeredMap<K, V> {
    const fork = this.fork()
    fork.#nextSeq += PLACES_MEANWHILE
    fork.#top = new Layer(fork.#nextSeq)
    return fork
  }

  /**
   * A fork with all that was written to one that was forked aside, at a cost that does not grow with that. The other is
   * nobody's any more; what this map has changed since `before`, a fork of that time, must be reverted there.
   *
   * @returns undefined where places are taken that were left for others
   */
  forkUnder(aside: LayeredMap<K, V>, before: LayeredMap<K, V>): LayeredMap<K, V> | undefined {
    const laid = aside.#top
    if (laid.firstSeq < this.#nextSeq) return undefined
    const fork = this.fork()
    fork.#top = laid
    fork.#size += aside.#size - before.#size
    fork.#newestSeq = Math.max(fork.#newestSeq, aside.#newestSeq)
    fork.#nextSeq = aside.#nextSeq
    return fork
  }

  /** Takes back what was written under a key since the last fork. */
  revert(key: K): void {
    const own = this.#top.records.get(key)
    if (own === undefined) return
    this.#top.writable.delete(key)
    if (own !== REMOVED) this.#top.noteDeath(own)
    this.#top.noteChange()
    this.#changes++
    this.#size += Number(this.has(key)) - Number(own !== REMOVED)
  }

  /** Whether this is a fork of the other, or of a fork of it, and neither was written to since. */
  isUnchangedSince(other: LayeredMap<K, V>): boolean {
    return this.#nextSeq === other.#nextSeq && areUnwritten(this.layers, other.layers)
  }

  /**
   * The keys that may have another value in another map, some of them twice. Of maps with a common origin these are few:
   * layers that both have are passed over.
   */
  differing(other: LayeredMap<K, V>): IterableIterator<K> {
    return differingKeys(this.layers, other.layers)
  }

  /** Merges layers in slices that later forks would merge in one go: for whoever wrote very much. Nobody sees it. */
  mergeAhead(): Steps<void> {
    if (this.#top.records.size > SLICE_ITEMS) this.#shareTop()
    return mergeAhead(
      () => this.#lower,
      (lower) => {
        this.#lower = lower
      },
    )
  }

  #shareTop(): void {
    const { layers, large } = mergeDown({ layers: this.layers, large: this.#large }, LOWER_LAYERS_MAX)
    this.#lower = layers
    this.#large = large
    this.#top = new Layer(this.#newestSeq + 1)
  }
}
