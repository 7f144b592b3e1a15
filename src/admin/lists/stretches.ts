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
const stretches = new WeakMap<LongList<unknown>, WeakRef<Stretch>>()

/** The stretches that are kept, oldest first, and what they take: keys of records that are gone may be held here alone. */
const kept = new Map<Stretch, number>()
let keptBytes = 0

/** Those of all lists together take so much at most. */
const KEPT_BYTES_MAX = 8_000_000
const KEY_BYTES = 16

/** Keeps a stretch of a list in the place of the one before. The oldest go where all take too much. */
export function keepStretch(list: LongList<unknown>, stretch: Stretch): void {
  forget(stretches.get(list)?.deref())
  stretches.set(list, new WeakRef(stretch))
  const bytes = bytesOf(stretch)
  kept.set(stretch, bytes)
  keptBytes += bytes
  for (const oldest of kept.keys()) {
    if (keptBytes <= KEPT_BYTES_MAX) break
    forget(oldest)
  }
}

function forget(stretch: Stretch | undefined): void {
  if (stretch === undefined) return
  keptBytes -= kept.get(stretch) ?? 0
  kept.delete(stretch)
}

/** Two bytes a character, since some texts take as much. */
function bytesOf({ asked, behind = '', keys }: Stretch): number {
  const length = keys.reduce((sum, key) => sum + key.length, asked.length + behind.length)
  return 2 * length + KEY_BYTES * keys.length
}

/** The records of a part of a list; undefined where the stretch that is kept does not hold all of them. */
export function fromStretch<T>(
  list: LongList<T>,
  { asked, behind, most, nextOf }: Part<T>,
): readonly T[] | undefined {
  const stretch = stretches.get(list)?.deref()
  if (stretch === undefined || !kept.has(stretch)) return undefined
  if (stretch.changes !== list.changes || stretch.asked !== asked) return undefined
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
