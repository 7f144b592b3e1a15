import type { FinalState, Item } from './final-state.js'
import type { Noise } from './noise.js'

/** Items that only one of two states has, by collection. */
export interface Unmatched {
  readonly collection: string
  readonly before: readonly Item[]
  readonly after: readonly Item[]
}

/** The items of two states that have no like in the other one, each counted as often as it is there. */
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

/** The place of the item with the same key; -1 if there is none. */
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
