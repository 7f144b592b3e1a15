import { Refusal } from '../core/refusal.js'
import { Slice, type Steps } from '../core/steps.js'
import { readParameters, whole, word } from './query.js'
import { described, oneOf, parameter, text, typed } from './schema.js'

/** The lists that are too long for one answer: a part of them is asked for by what it contains, order and place. */

/** A record of a list, with its place in the order of insertion. */
interface Placed {
  readonly seq: number
}

/** The orders that a list can have beside that of insertion: the rank of a record in each. */
export type Orders<T> = Readonly<Record<string, (record: T) => number | string>>

/** Where a page begins: behind the record of this place, and of this rank where the list is in an order. */
interface Place {
  readonly seq: number
  readonly rank: string | undefined
}

/** The part of a long list that a query asks for. */
interface PageQuery {
  readonly after: Place | undefined
  readonly limit: number
  /** Only keys that begin with this. */
  readonly prefix: string
  /** Only records that contain this, in capitals or not; undefined: all. */
  readonly find: RegExp | undefined
  /** undefined: in the order of insertion. */
  readonly sort: string | undefined
}

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/**
 * The parameters of a long list, in the OpenAPI document.
 *
 * @param orders the orders that it has beside that of insertion
 */
export const pageQuery = (orders: Readonly<Record<string, unknown>>) => ({
  limit: parameter(
    'The most of a page.',
    typed<number>({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    10,
  ),
  after: parameter(
    'The "next" of the page before.',
    typed<string>({ type: 'string', pattern: '^\\d{1,15}(:|$)' }),
    '1:a',
  ),
  find: parameter('Only what contains this text, in capitals or not.', text, 'checkout'),
  sort: parameter(
    'The order; left out, that of insertion.',
    oneOf(...Object.keys(orders)),
    Object.keys(orders)[0] ?? '',
  ),
})

/** The parameter of lists of entries, in the OpenAPI document. */
export const keyPrefix = parameter('What keys are to begin with.', text, 'flag:')

/** The end of a page behind which there is more. */
export const nextPage = described('Where the next page begins; left out at the end.', text)

const readers = {
  limit: whole(`a whole number from 1 to ${LIMIT_MAX}`, /^(?!0+$)\d{1,4}$/, LIMIT_MAX),
  after: { expects: 'the "next" of a page that was answered before', read: readPlace },
  find: { expects: 'text', read: (value: string) => value },
}

const prefixReader = { prefix: { expects: 'text', read: (value: string) => value } }

/**
 * Reads the parameters of a paged list.
 *
 * @param orders the orders that it has beside that of insertion
 * @param hasPrefix whether its records have keys
 * @throws Refusal invalid_request, naming every parameter that is unknown, given twice or of no use
 */
export function readPage(
  query: URLSearchParams,
  orders: Readonly<Record<string, unknown>>,
  hasPrefix: boolean,
): PageQuery {
  const known = { ...readers, ...(hasPrefix ? prefixReader : {}), sort: word(...Object.keys(orders)) }
  const given = readParameters<typeof readers & typeof prefixReader & { sort: typeof known.sort }>(
    query,
    known as typeof known & typeof prefixReader,
  )
  const { after, limit = LIMIT_DEFAULT, prefix = '', find = '', sort } = given
  if (after !== undefined && (after.rank === undefined) !== (sort === undefined)) {
    throw new Refusal('invalid_request', 'after: it is the "next" of a page in another order', {
      hint: 'ask for each page with the same sort',
    })
  }
  return { after, limit, prefix, find: find === '' ? undefined : containing(find), sort }
}

function readPlace(value: string): Place | undefined {
  const [, seq, rank] = /^(\d{1,15})(?::(.*))?$/s.exec(value) ?? []
  return seq === undefined ? undefined : { seq: Number(seq), rank }
}

/** A pattern finds text without a copy of it in other letters. */
const containing = (sought: string): RegExp =>
  new RegExp(sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu')

/** A list in the order of insertion. */
interface LongList<T> {
  after(seq: number): Iterable<T>
}

/** What of its records a query looks at. */
interface Looks<T> {
  /** What `find` looks through. */
  readonly texts: (record: T) => readonly string[]
  readonly orders: Orders<T>
  /** undefined for records without keys. */
  readonly key?: (record: T) => string
}

/** A page, and, where there is more, the place to go on from. */
interface Page<T> {
  readonly page: readonly T[]
  readonly next?: string
}

/** Characters whose search takes as long as the work on an item does. */
const CHARACTERS_AN_ITEM = 500

/** The page of a list that a query asks for. */
export function takePage<T extends Placed>(
  list: LongList<T>,
  asked: PageQuery,
  looks: Looks<T>,
): Steps<Page<T>> {
  const rankOf = asked.sort === undefined ? undefined : looks.orders[asked.sort]
  return rankOf === undefined
    ? inOrderOfInsertion(list, asked, looks)
    : inOrderOfRank(list, asked, looks, rankOf)
}

function* inOrderOfInsertion<T extends Placed>(
  list: LongList<T>,
  { after, limit, ...asked }: PageQuery,
  looks: Looks<T>,
): Steps<Page<T>> {
  const wanted = new Wanted(asked, looks)
  const page: T[] = []
  for (const record of list.after(after?.seq ?? Number.NEGATIVE_INFINITY)) {
    const isWanted = wanted.has(record)
    if (wanted.isSliceFull()) yield
    if (!isWanted) continue
    const last = page.at(-1)
    if (page.length === limit && last !== undefined) return { page, next: String(last.seq) }
    page.push(record)
  }
  return { page }
}

interface Ranked<T> {
  readonly rank: number | string
  readonly seq: number
  readonly record: T
}

/** Goes through the whole list, and keeps no more of it than the page. */
function* inOrderOfRank<T extends Placed>(
  list: LongList<T>,
  { after, limit, ...asked }: PageQuery,
  looks: Looks<T>,
  rankOf: (record: T) => number | string,
): Steps<Page<T>> {
  const wanted = new Wanted(asked, looks)
  const first: Ranked<T>[] = []
  for (const record of list.after(Number.NEGATIVE_INFINITY)) {
    if (wanted.isSliceFull()) yield
    const ranked = { rank: rankOf(record), seq: record.seq, record }
    const last = first[limit]
    if (last !== undefined && isAhead(last, ranked)) continue
    if (after?.rank !== undefined && !isAhead(placeIn(ranked, after.seq, after.rank), ranked)) continue
    if (!wanted.has(record)) continue
    insert(first, ranked)
    // One more than the page tells that there is a next one.
    if (first.length > limit + 1) first.pop()
  }
  const shown = first.slice(0, limit)
  const last = shown.at(-1)
  const page = shown.map(({ record }) => record)
  return first.length > limit && last !== undefined ? { page, next: `${last.seq}:${last.rank}` } : { page }
}

/** A place of text as a rank of the same kind as another's. */
const placeIn = ({ rank }: Ranked<unknown>, seq: number, given: string) => ({
  seq,
  rank: typeof rank === 'number' ? Number(given) : given,
})

type Rank = Omit<Ranked<unknown>, 'record'>

const isAhead = (one: Rank, other: Rank): boolean =>
  one.rank === other.rank ? one.seq < other.seq : one.rank < other.rank

function insert<T>(sorted: Ranked<T>[], ranked: Ranked<T>): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const at = sorted[middle]
    if (at !== undefined && isAhead(at, ranked)) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, ranked)
}

/** Tells which records a query is for, and counts the work that it is to tell. */
class Wanted<T> {
  readonly #slice = new Slice()
  #items = 0

  constructor(
    private readonly asked: Pick<PageQuery, 'prefix' | 'find'>,
    private readonly looks: Pick<Looks<T>, 'texts' | 'key'>,
  ) {}

  has(record: T): boolean {
    const { prefix, find } = this.asked
    if (this.looks.key?.(record).startsWith(prefix) === false) return false
    if (find === undefined) return true
    return this.looks.texts(record).some((one) => {
      this.#items += one.length / CHARACTERS_AN_ITEM
      return find.test(one)
    })
  }

  /** Whether other work is to be let through: asked once a record. */
  isSliceFull(): boolean {
    const isFull = this.#slice.spend(1 + this.#items)
    this.#items = 0
    return isFull
  }
}
