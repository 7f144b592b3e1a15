/**
 * Rejects unknown options, e.g. misspelt ones in JavaScript.
 *
 * @throws RangeError with the first unknown option and a suggestion
 */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, known)
  const mend = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
  throw new RangeError(`unknown option ${unknown}: ${mend}`)
}

/** @throws RangeError unless the option is a positive integer */
export function positive(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value
  throw new RangeError(`${name}: expected a whole number above 0, found ${value}`)
}

/** With more edits, it's a different word. */
const EDITS_MAX = 3
/** Longer words aren't typos, and the time it takes grows with the square of the length. */
const LENGTH_MAX = 200
/** With fewer letters, we don't suggest a completion. */
const COMPLETED_MIN = 3

/**
 * Returns how many single-letter edits turn one word into the other. Swapping neighbours is a single edit.
 *
 * @param max if the distance is larger than this, any larger number may be returned
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
    // Later rows can't be lower, since a row's minimum is at most 1 less than the previous one's and a swap costs 1.
    if (least > max) return least
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** Returns the closest candidate, or undefined if none is close enough. */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LENGTH_MAX) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.min(EDITS_MAX, Math.floor(word.length / 3))) + 1
  for (const candidate of candidates) {
    // The difference in length is a lower bound, so we can skip most candidates.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? completion(wanted, candidates)
}

/** Returns the only candidate that starts with the word, e.g. "forbidden" for `forbid`. */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < COMPLETED_MIN) return undefined
  const [only, ...others] = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(word))
  return others.length === 0 ? only : undefined
}
