import { atOnce, SLICE_ITEMS, Slice, type Steps } from '../steps.js'
import { Layer, lookUp, REMOVED, type Sequenced } from './layer.js'

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

/**
 * Makes one layer of layers[index] and the next; the layers themselves, which other maps share, stay as they are.
 *
 * @returns undefined where nothing is left of the two
 */
function* mergeAt<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  index: number,
  slice: Slice,
): Steps<Layer<K, V> | undefined> {
  const [lower, upper] = layers.slice(index, index + 2) as [Layer<K, V>, Layer<K, V>]
  const records = new Map<K, V | typeof REMOVED>()
  yield* slice.each(lower.records, (row) => {
    if (lower.hasGone) keep(records, layers, index, row)
    else records.set(row[0], row[1])
  })
  yield* slice.each(upper.records, ([key, held]) => {
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
  })
  return records.size === 0 ? undefined : new Layer(lower.firstSeq, records)
}

/** The layers with one in the place of layers[index] and the next. */
const withMerged = <K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  index: number,
  merged: Layer<K, V> | undefined,
): readonly Layer<K, V>[] => [
  ...layers.slice(0, index),
  ...(merged === undefined ? [] : [merged]),
  ...layers.slice(index + 2),
]

/**
 * The adjacent pair whose lower layer is the smallest beside its upper one, of those that may be merged; -1: there is none. So
 * a large base is copied only once its overlays have grown to match it, and a record is copied a number of times that grows
 * as the logarithm of the forks.
 */
function pairToMerge<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  mayBeMerged: (index: number) => boolean,
): number {
  const ratios = layers.slice(1).map((upper, index) => {
    const ratio = (layers[index]?.records.size ?? 0) / upper.records.size
    return mayBeMerged(index) ? ratio : Number.POSITIVE_INFINITY
  })
  const least = Math.min(...ratios)
  return least === Number.POSITIVE_INFINITY ? -1 : ratios.lastIndexOf(least)
}

/** How many records layers[index] and the next have. */
const recordsAt = <K, V extends Sequenced>(layers: readonly Layer<K, V>[], index: number): number =>
  layers.slice(index, index + 2).reduce((sum, { records }) => sum + records.size, 0)

/** Records of two layers that are merged in one go, in some ms: of more a merge goes on from fork to fork. */
const AT_ONCE_MAX = 8 * SLICE_ITEMS

/** Slices of such a merge that a fork pays for. */
const SLICES_A_FORK = 10

/** A merge of two large layers, to which each fork of a map adds a part. Forks go on with the same one. */
export class LargeMerge<K, V extends Sequenced> {
  readonly #lower: Layer<K, V>
  readonly #upper: Layer<K, V> | undefined
  readonly #steps: Steps<Layer<K, V> | undefined>
  #over: { readonly merged: Layer<K, V> | undefined } | undefined

  constructor(layers: readonly Layer<K, V>[], index: number) {
    this.#lower = layers[index] as Layer<K, V>
    this.#upper = layers[index + 1]
    this.#steps = mergeAt(layers, index, new Slice())
  }

  /** Where the two are; -1: one of them is there no longer. */
  placeIn(layers: readonly Layer<K, V>[]): number {
    const place = layers.indexOf(this.#lower)
    return layers[place + 1] === this.#upper ? place : -1
  }

  /** Does some more, and gives the layers with one in the place of the two; undefined: it is not over yet. */
  step(layers: readonly Layer<K, V>[]): readonly Layer<K, V>[] | undefined {
    for (let count = 0; count < SLICES_A_FORK && this.#over === undefined; count++) {
      const step = this.#steps.next()
      if (step.done === true) this.#over = { merged: step.value }
    }
    return this.#over && withMerged(layers, this.placeIn(layers), this.#over.merged)
  }
}

/** Layers, and a merge of two of them that goes on. */
interface Merging<K, V extends Sequenced> {
  readonly layers: readonly Layer<K, V>[]
  readonly large: LargeMerge<K, V> | undefined
}

/**
 * The same layers, merged until there are no more than `most`, but that two large ones stay until their merge is over.
 *
 * @param large the merge that goes on
 */
export function mergeDown<K, V extends Sequenced>(
  { layers, large }: Merging<K, V>,
  most: number,
): Merging<K, V> {
  let merged = layers
  let ongoing = large === undefined || large.placeIn(layers) < 0 ? undefined : large
  const stepped = ongoing?.step(layers)
  if (stepped !== undefined) {
    merged = stepped
    ongoing = undefined
  }
  while (merged.length > most) {
    const place = ongoing?.placeIn(merged)
    const index = pairToMerge(merged, (pair) => {
      return place === undefined || (Math.abs(pair - place) > 1 && recordsAt(merged, pair) <= AT_ONCE_MAX)
    })
    if (index < 0) break
    if (recordsAt(merged, index) > AT_ONCE_MAX) ongoing = new LargeMerge(merged, index)
    else merged = withMerged(merged, index, atOnce(mergeAt(merged, index, new Slice())))
  }
  return { layers: merged, large: ongoing }
}

/**
 * Merges, in slices, what mergeDown() would merge later in one go: layers that are small beside the one above them.
 *
 * @param layers gives those of a map, whose others may merge them too meanwhile
 * @param replace puts others in their place
 */
export function* mergeAhead<K, V extends Sequenced>(
  layers: () => readonly Layer<K, V>[],
  replace: (layers: readonly Layer<K, V>[]) => void,
): Steps<void> {
  const slice = new Slice()
  for (;;) {
    const before = layers()
    const index = before.findIndex((lower, at) => isSmallBeside(lower, before[at + 1]))
    const [lower, upper] = before.slice(index)
    if (index < 0 || lower === undefined) return
    const merged = yield* mergeAt(before, index, slice)
    const now = layers()
    const place = now.indexOf(lower)
    if (place < 0 || now[place + 1] !== upper) continue
    replace(withMerged(now, place, merged))
  }
}

/** Whether it makes a large layer of two: of less nobody notices when they are merged. */
const isSmallBeside = <K, V extends Sequenced>(lower: Layer<K, V>, upper?: Layer<K, V>): boolean =>
  upper !== undefined && upper.records.size > SLICE_ITEMS && lower.records.size < 2 * upper.records.size
