/** A list whose records each have a key, and a place in the order of insertion. */
export interface LongList<T> {
  /** How often it was changed. */
  readonly changes: number
  get(key: string): T | undefined
  /** The records behind a place, in the order of insertion. */
  after(seq: number): Iterable<T>
}

/** A part of a list in an order, as it was while the list had so many changes. */
interface Stretch {
  readonly changes: number
  /** What was asked for beside the place and the length of a page. */
  readonly asked: string
  /** The "next" of the page that it lies behind; undefined: it begins the list. */
  readonly behind: string | undefined
  readonly keys: readonly string[]
  /** Whether the list ends with it. */
  readonly isEnd: boolean
}

/** What of a list in an order a page is to be. */
interface Part<T> {
  readonly asked: string
  /** The "next" of the page before it; undefined for the first page. */
  readonly behind: string | undefined
  /** The most records of it. */
  readonly most: number
  /** The "next" of a page that ends with a record. */
  readonly nextOf: (record: T) => string
}

/** What a page was told of a list, for the pages behind it: as long as nothing changes, they look at few other records. */
const stretches = new WeakMap<LongList<unknown>, Stretch>()

/** Keeps a stretch of a list in the place of the one before. */
export function keepStretch(list: LongList<unknown>, stretch: Stretch): void {
  stretches.set(list, stretch)
}

/** The records of a part of a list; undefined where the stretch that is kept does not hold all of them. */
export function fromStretch<T>(
  list: LongList<T>,
  { asked, behind, most, nextOf }: Part<T>,
): readonly T[] | undefined {
  const stretch = stretches.get(list)
  if (stretch?.changes !== list.changes || stretch.asked !== asked) return undefined
  const { keys, isEnd } = stretch
  const endsThere = (key: string) => {
    const record = list.get(key)
    return record !== undefined && nextOf(record) === behind
  }
  const last = behind === stretch.behind ? -1 : keys.findIndex(endsThere)
  if (last < 0 && behind !== stretch.behind) return undefined
  const found = keys.slice(last + 1, last + 1 + most)
  return found.length < most && !isEnd ? undefined : found.flatMap((key) => list.get(key) ?? [])
}
