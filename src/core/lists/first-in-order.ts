/** Items that are sorted in one go: about a ms of work. */
const RUN_ITEMS = 1000

/**
 * Sorts items in slices, and keeps no more of them than are wanted: short runs are sorted by themselves, and two sorted
 * lists are joined as soon as one is no longer than the other.
 *
 * @example
 * for (const item of items) if (first.add(item)) yield* first.settle()
 * const sorted = yield* first.all()
 */
export class FirstInOrder<T> {
  #run: T[] = []
  /** Each sorted, and longer than the next. */
  readonly #lists: T[][] = []
  /** As many as are wanted are known to be ahead of it, or it is the last of them. */
  #bar: T | undefined

  /**
   * @param compare below 0 where the first item comes ahead of the other; never 0 for two items
   * @param most how many are wanted; Infinity for all
   * @param slice counts the work
   */
  constructor(
    private readonly compare: (one: T, other: T) => number,
    private readonly most: number,
  ) {}

  /** Whether the item may be one of those that are wanted. */
  isWanted(item: T): boolean {
    return this.#bar === undefined || this.compare(item, this.#bar) < 0
  }

  /** Takes one in, and tells whether it is for the caller to `settle` now. */
  add(item: T): boolean {
    return this.#run.push(item) >= RUN_ITEMS
  }

  /** Sorts what was taken in since it was last done. */
  settle(): void {
    let list = this.#cut(this.#run.sort(this.compare))
    this.#run = []
    for (;;) {
      const longer = this.#lists.at(-1)
      if (longer === undefined || longer.length > list.length) break
      this.#lists.pop()
      list = this.#joined(longer, list)
    }
    this.#lists.push(list)
  }

  /** Those that are wanted, in order. */
  all(): T[] {
    this.settle()
    let all: T[] = []
    for (const list of this.#lists.splice(0).reverse()) all = this.#joined(list, all)
    return all
  }

  #joined(one: readonly T[], other: readonly T[]): T[] {
    const joined: T[] = []
    let [ofOne, ofOther] = [0, 0]
    while (joined.length < this.most) {
      const [left, right] = [one[ofOne], other[ofOther]]
      if (left !== undefined && (right === undefined || this.compare(left, right) < 0)) {
        joined.push(left)
        ofOne++
      } else if (right !== undefined) {
        joined.push(right)
        ofOther++
      } else break
    }
    return this.#cut(joined)
  }

  #cut(sorted: T[]): T[] {
    const wanted = sorted.length > this.most ? sorted.slice(0, this.most) : sorted
    const last = wanted[this.most - 1]
    if (last !== undefined && this.isWanted(last)) this.#bar = last
    return wanted
  }
}

/** Compares texts character by character. */
export const byCharacters = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * All of a list in an order. What is of the same rank stays as it is; descending, all of it is turned round.
 *
 * @param rankOf is asked once an item
 * @param compare below 0 where the first rank comes ahead of the other, 0 where they are equal
 */
export function sortedBy<T, R>(
  items: Iterable<T>,
  rankOf: (item: T) => R,
  compare: (one: R, other: R) => number,
  isDescending: boolean,
): readonly T[] {
  const sign = isDescending ? -1 : 1
  const first = new FirstInOrder<{ item: T; rank: R; place: number }>(
    (one, other) => sign * (compare(one.rank, other.rank) || one.place - other.place),
    Number.POSITIVE_INFINITY,
  )
  let place = 0
  for (const item of items) {
    if (first.add({ item, rank: rankOf(item), place })) first.settle()
    place++
  }
  return Array.from(first.all(), ({ item }) => item)
}
