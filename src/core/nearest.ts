/** With more edits than this, it's a different word. */
const EDITS_MAX = 3
/** Nobody types longer words, and comparing them takes quadratic time. */
const LENGTH_MAX = 200
/** Shorter words are too ambiguous to complete. */
const COMPLETED_MIN = 3
/** With more letters added than this, it's a different word. */
const ADDED_MAX = 4

/**
 * Counts the single-letter edits that turn one word into the other. Swapping two neighbours counts as one.
 *
 * @param max if there are more edits than this, the result may be any larger number
 */
function editDistance(from: string, to: string, max: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && from[row - 2] === to[column - 1] && from[row - 1] === to[column - 2]
      const edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      current.push(edits)
      if (edits < least) least = edits
    }
    // Later rows can't get smaller: the previous row's minimum is at most 1 less, and a swap adds 1.
    if (least > max) return least
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** Returns the candidate that the user probably meant, if one is close enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LENGTH_MAX) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.min(EDITS_MAX, Math.floor(word.length / 3))) + 1
  for (const candidate of candidates) {
    // The distance is at least the difference in length, so most candidates needn't be compared.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? completion(wanted, candidates)
}

/** Searching more names would take longer than the request itself. */
const NAMES_MAX = 1000
/** Nobody types longer names. */
const TYPED_MAX = 100

/** Like `nearest`, but only searches the first `NAMES_MAX` items. */
export function nearestOfMany<T>(
  word: string,
  items: Iterable<T>,
  nameOf: (item: T) => string,
): string | undefined {
  if (word.length > TYPED_MAX) return undefined
  const names: string[] = []
  for (const item of items) {
    if (names.push(nameOf(item)) === NAMES_MAX) break
  }
  return nearest(word, names)
}

/** Returns the only candidate that either extends the word (`forbid`: forbidden) or begins it (`readonly`: read). */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < COMPLETED_MIN) return undefined
  const [only, ...others] = [...candidates].filter((candidate) => {
    const known = candidate.toLowerCase()
    return (
      known.startsWith(word) ||
      (known.length > COMPLETED_MIN && word.startsWith(known) && word.length - known.length <= ADDED_MAX)
    )
  })
  return others.length === 0 ? only : undefined
}
