/**
 * Refuses options that there are not, such as misspelt ones from JavaScript.
 *
 * @throws RangeError naming the first of them, and what was meant
 */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, known)
  const mend = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
  throw new RangeError(`unknown option ${unknown}: ${mend}`)
}

/** @throws RangeError if an option is not a whole number above 0 */
export function positive(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value
  throw new RangeError(`${name}: ${value} is not a whole number above 0`)
}

/** More edits than this make another word. */
const EDITS_MAX = 3
/** A longer word is not mistyped by hand, and takes a time that grows as its square. */
const LENGTH_MAX = 200
/** Fewer letters than this don't suggest a completion. */
const COMPLETED_MIN = 3

/**
 * Number of single-letter edits (neighbours swapped count as one) that turn one word into the other.
 *
 * @param max beyond it any larger number will do
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
    // No later row has less: the least of the row before is smaller by 1 at most, and a swap adds that.
    if (least > max) return least
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** The candidate that was most likely meant by `word`, or undefined if none is close enough to be worth naming. */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LENGTH_MAX) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.min(EDITS_MAX, Math.floor(word.length / 3))) + 1
  for (const candidate of candidates) {
    // No distance is smaller than the difference in length: most candidates need no table.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? completion(wanted, candidates)
}

/** The one candidate that begins with the word: `forbid` for forbidden. */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < COMPLETED_MIN) return undefined
  const [only, ...others] = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(word))
  return others.length === 0 ? only : undefined
}
