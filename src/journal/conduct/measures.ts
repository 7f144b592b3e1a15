/** How early a timer may fire, in ms: a client that waits for as long as was asked is on time. */
export const EARLY_MS = 2

/** Things by what they have in common, in their order. */
export const grouped = <Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Iterable<[Key, Item[]]> => grouping(items, keyOf)

/** The same, each item of which is a step. */
export function grouping<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Iterable<[Key, Item[]]> {
  const groups = new Map<Key, [Key, Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [key, [item]])
    else group[1].push(item)
  }
  return groups.values()
}

/** NaN for an empty list. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Whole ms, for sentences. */
export const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
