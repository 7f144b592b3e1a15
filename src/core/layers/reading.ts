import { firstLarger, type Layer, REMOVED, type Sequenced } from './layer.js'

/** How the records of layers, oldest first, are read. */

/** What a map of the layers has under a key by then. */
interface Present<K, V> {
  get(key: K): V | undefined
}

/** What has layers, oldest first. */
interface Layered<K, V extends Sequenced> {
  readonly layers: readonly Layer<K, V>[]
}

/** All values in order of insertion, up to a seq. */
export function* valuesOf<K, V extends Sequenced>(
  layers: readonly Layer<K, V>[],
  newestSeq: number,
  present: Present<K, V>,
): IterableIterator<V> {
  for (const [index, layer] of layers.entries()) {
    const above = layers.slice(index + 1)
    for (const [key, record] of layer.records) {
      if (record === REMOVED || record.seq < layer.firstSeq) continue
      if (record.seq > newestSeq) return
      if (isGone(layer, above, key, record)) continue
      const value = present.get(key)
      if (value?.seq === record.seq) yield value
    }
  }
}

/** Whether a record is gone with many others: that is found out several times quicker than what there is under a key. */
const isGone = <K, V extends Sequenced>(
  layer: Layer<K, V>,
  above: readonly Layer<K, V>[],
  key: K,
  record: V,
): boolean =>
  layer.hasGone && layer.present(record) === REMOVED && !above.some(({ records }) => records.has(key))

/** The values with a larger seq than the first, in order, up to the other. */
export function* valuesAfter<K, V extends Sequenced>(
  seq: number,
  layers: readonly Layer<K, V>[],
  newestSeq: number,
  present: Present<K, V>,
): IterableIterator<V> {
  // Each layer's seqs are larger than those of the layers beneath it, so one comes after the other.
  for (const layer of layers) {
    const { keys, seqs } = layer.births()
    for (let index = firstLarger(seqs, seq); index < seqs.length; index++) {
      const bornSeq = seqs[index] as number
      if (bornSeq > newestSeq) return
      const value = present.get(keys[index] as K)
      if (value?.seq === bornSeq) yield value
    }
  }
}

/** Shows every value, in no order. */
export function scanLayers<K, V extends Sequenced>(
  all: readonly Layer<K, V>[],
  visit: (value: V) => void,
): void {
  const layers = all.filter(({ records }) => records.size > 0)
  layers.forEach((layer, index) => {
    const above = layers.slice(index + 1)
    layer.records.forEach((held, key) => {
      const record = layer.present(held)
      if (record !== REMOVED && !above.some((other) => other.records.has(key))) visit(record)
    })
  })
}

/** The keys that may have another value in other layers, some of them twice. */
export function* differingKeys<K, V extends Sequenced>(
  ours: readonly Layer<K, V>[],
  theirs: readonly Layer<K, V>[],
): IterableIterator<K> {
  for (const { records } of notShared(ours, theirs)) yield* records.keys()
}

/** The keys that may have another value in the other of two maps, each once: undefined stands for one that came before. */
export function* differingOnce<K, V extends Sequenced>(
  { layers: ours }: Layered<K, V>,
  { layers: theirs }: Layered<K, V>,
): IterableIterator<K | undefined> {
  const before: Layer<K, V>[] = []
  for (const layer of notShared(ours, theirs)) {
    for (const key of layer.records.keys()) {
      yield before.some(({ records }) => records.has(key)) ? undefined : key
    }
    before.push(layer)
  }
}

/** The layers of ours, then those of theirs, that lie above what both have. */
function notShared<K, V extends Sequenced>(
  ours: readonly Layer<K, V>[],
  theirs: readonly Layer<K, V>[],
): readonly Layer<K, V>[] {
  let shared = 0
  while (shared < ours.length && ours[shared] === theirs[shared]) shared++
  return [...ours.slice(shared), ...theirs.slice(shared)]
}

/** Whether two maps have the same layers, and nothing in those that are changed, the last ones. */
export function areUnwritten<K, V extends Sequenced>(
  ours: readonly Layer<K, V>[],
  theirs: readonly Layer<K, V>[],
): boolean {
  const last = ours.length - 1
  if (theirs.length !== ours.length) return false
  return ours.every((layer, index) => {
    if (index < last) return layer === theirs[index]
    return layer.records.size === 0 && theirs[index]?.records.size === 0
  })
}

/** The values that were set in a map since its last fork, in the order in which their keys were first. */
export function* writtenTo<K, V extends Sequenced>({ layers }: Layered<K, V>): IterableIterator<V> {
  for (const record of layers.at(-1)?.records.values() ?? []) if (record !== REMOVED) yield record
}
