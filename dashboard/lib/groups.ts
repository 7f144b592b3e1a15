/** Keeps the order. */
export function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Splits a list into runs of similar neighbours. */
export function runsOf<Item>(items: readonly Item[], areAlike: (one: Item, next: Item) => boolean): Item[][] {
  const runs: Item[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && areAlike(last, item)) run.push(item)
    else runs.push([item])
  }
  return runs
}
