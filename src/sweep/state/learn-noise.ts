import type { FinalState, Item } from './final-state.js'
import { sameKey, type Unmatched, unmatched } from './matching.js'
import { ANY, Noise } from './noise.js'

/** What varies by itself: what two undisturbed runs leave that is not the same. */
export function noiseBetween(first: FinalState, second: FinalState): Noise {
  const noise = new Noise()
  for (const found of unmatched(first, second, noise)) learn(found, noise)
  // Items pair in more than one way: if a collection differs still, it cannot be compared.
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

/** The place of the item with the same key, or else with the fewest other fields. */
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
