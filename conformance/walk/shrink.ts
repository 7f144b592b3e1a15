/**
 * Removes parts of a list as long as the rest still fails. Tries halves first and single items last.
 *
 * @param fails returns true if this list fails as well
 * @param replaysMax maximum number of tries, after which the shortest list so far is returned
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (candidate: readonly Item[]) => Promise<boolean>,
  replaysMax: number,
): Promise<readonly Item[]> {
  let shortest = items
  let replays = 0
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    let isShorter = false
    for (let from = 0; from < shortest.length; ) {
      if (replays >= replaysMax) return shortest
      const candidate = [...shortest.slice(0, from), ...shortest.slice(from + size)]
      replays += 1
      if (candidate.length > 0 && (await fails(candidate))) {
        shortest = candidate
        isShorter = true
      } else from += size
    }
    if (size > 1) size = Math.ceil(size / 2)
    else if (!isShorter) break
  }
  return shortest
}
