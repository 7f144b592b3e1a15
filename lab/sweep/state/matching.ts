import type { FinalState, Item } from './final-state.js'
import { ANY, Noise } from './noise.js'

/** A collection's items that only one of two states has. */
export interface Unmatched {
  readonly collection: string
  readonly before: readonly Item[]
  readonly after: readonly Item[]
}

/** Finds the items that have no equal in the other state, taking duplicates into account. */
export function unmatched(undisturbed: FinalState, state: FinalState, noise: Noise): Unmatched[] {
  const collections = [...new Set([...undisturbed.keys(), ...state.keys()])]
  return collections
    .filter((collection) => !noise.hidesAll(collection))
    .map((collection) => {
      const given = { before: undisturbed.get(collection) ?? [], after: state.get(collection) ?? [] }
      const { before, after } = withoutEqual(given, ({ text }) => text)
      const textOf = (item: Item) => comparedText(collection, item, noise)
      return { collection, ...withoutEqual({ before, after }, textOf) }
    })
    .filter(({ before, after }) => before.length + after.length > 0)
}

/** Returns the index of the item with the same key, or -1. */
export const sameKey = ({ label }: Item, others: readonly Item[]): number =>
  others.findIndex((other) => label !== '' && other.label === label)

type Sides = Pick<Unmatched, 'before' | 'after'>

const withoutEqual = ({ before, after }: Sides, textOf: (item: Item) => string): Sides => ({
  before: without(before, after, textOf),
  after: without(after, before, textOf),
})

function without(items: readonly Item[], others: readonly Item[], textOf: (item: Item) => string): Item[] {
  const counts = new Map<string, number>()
  for (const text of others.map(textOf)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return items.filter((item) => {
    const text = textOf(item)
    const count = counts.get(text) ?? 0
    counts.set(text, count - 1)
    return count <= 0
  })
}

function comparedText(collection: string, { label, fields }: Item, noise: Noise): string {
  const compared = [...fields].filter(([field]) => !noise.hides(collection, label, field))
  return JSON.stringify(compared.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Collects the differences between two undisturbed runs. */
export function noiseBetween(first: FinalState, second: FinalState): Noise {
  const noise = new Noise()
  for (const found of unmatched(first, second, noise)) learn(found, noise)
  // Items can be paired in several ways. If a collection still differs, it can't be compared.
  for (const { collection } of unmatched(first, second, noise)) noise.hide(collection, ANY, ANY)
  return noise
}

function learn({ collection, before, after }: Unmatched, noise: Noise): void {
  const rest = [...after]
  for (const item of before) {
    const [other] = rest.splice(likest(item, rest), 1)
    if (other === undefined) return
    const label = item.label === other.label && item.label !== '' ? item.label : ANY
    for (const field of differingFields(item, other)) noise.hide(collection, label, field)
  }
}

/** Returns the index of the item with the same key, or otherwise the one with the fewest differing fields. */
function likest(item: Item, others: readonly Item[]): number {
  const same = sameKey(item, others)
  if (same !== -1) return same
  const scores = others.map((other) => differingFields(item, other).length)
  return scores.indexOf(Math.min(...scores))
}

function differingFields({ fields }: Item, other: Item): string[] {
  const names = new Set([...fields.keys(), ...other.fields.keys()])
  return [...names].filter((name) => fields.get(name) !== other.fields.get(name))
}
