import { described, text } from '../../contract/answer-schema.js'
import { Refusal } from '../../core/refusal.js'
import { anyText, parameter, type QueryOf, readAs, whole } from '../query.js'
import type { Order, Orders, Rank } from './orders.js'
import { type Sort, sortQuery } from './sort.js'

/**
 * Pages of lists that are too long for one answer. A query selects a part by content, order and position. A page
 * continues after the last record of the one before, even if the list changed. A record that is inserted after that
 * position is seen; one whose rank changes may be seen twice or not at all.
 */

/** A record of a list, with its place in the order of insertion. */
interface Listed {
  readonly seq: number
}

/** A list whose records have a place in the order of insertion. */
export interface LongList<T> {
  /** The records after a place, in the order of insertion. */
  after(seq: number): Iterable<T>
}

/** Where a page begins: after the record of this place, and of this rank if the list is in an order. */
interface PageStart {
  readonly seq: number
  readonly rank: string | undefined
}

/** The part of a long list that a query asks for. */
interface PageQuery {
  readonly after: PageStart | undefined
  readonly limit: number
  /** Only keys that begin with this. */
  readonly prefix: string
  /** Only records that contain this, in capitals or not; undefined: all. */
  readonly find: string | undefined
  /** undefined: in the order of insertion. */
  readonly sort: Sort | undefined
}

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/**
 * The parameters of a long list.
 *
 * @param orders the names of the orders that it has besides that of insertion
 */
export const pageQuery = (orders: readonly string[]) => ({
  limit: parameter(
    'The most of a page.',
    whole(`a whole number from 1 to ${LIMIT_MAX}`, /^(?!0+$)\d{1,4}$/, LIMIT_MAX, {
      type: 'integer',
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
    }),
    10,
  ),
  after: parameter(
    'The "next" of the page before.',
    readAs('the "next" of a page that was answered before', readStart, {
      type: 'string',
      pattern: '^\\d{1,15}(:|$)',
    }),
    '1:2',
  ),
  find: parameter('Only what contains this text, in capitals or not.', anyText, 'checkout'),
  sort: sortQuery(orders, 'the order of insertion'),
})

/** The parameters of a long list of entries, which have keys. */
export const entriesQuery = (orders: readonly string[]) => {
  const { sort, ...others } = pageQuery(orders)
  return { ...others, prefix: parameter('What keys are to begin with.', anyText, 'flag:'), sort }
}

/** The end of a page after which there is more. */
export const nextPage = described('Where the next page begins; left out at the end.', text)

/**
 * The part of a list that a query asks for.
 *
 * @throws Refusal invalid_request for a place in another order
 */
export function pageAsked(query: QueryOf<ReturnType<typeof entriesQuery>>): PageQuery {
  const { after, limit = LIMIT_DEFAULT, prefix = '', find = '', sort } = query
  if (after !== undefined && (after.rank === undefined) !== (sort === undefined)) throw placeElsewhere()
  return { after, limit, prefix, find: find === '' ? undefined : find.toLowerCase(), sort }
}

function readStart(text: string): PageStart | undefined {
  const [, seq, rank] = /^(\d{1,15})(?::(.*))?$/s.exec(text) ?? []
  return seq === undefined ? undefined : { seq: Number(seq), rank }
}

const placeElsewhere = (): Refusal =>
  new Refusal('invalid_request', 'after: it is the "next" of a page in another order', {
    hint: 'ask for each page with the same sort',
  })

/** The parts of records that a query compares. */
interface Looks<T> {
  /** The texts that `find` searches. */
  readonly texts: (record: T) => readonly string[]
  readonly orders: Orders<T>
  /** The text that `prefix` is compared with. */
  readonly key: (record: T) => string
}

/** A page, and, if there is more, the place to go on from. */
interface Page<T> {
  readonly page: readonly T[]
  readonly next?: string
}

/**
 * The page of a list that a query asks for.
 *
 * @throws Refusal invalid_request for a place in another order
 */
export function takePage<T extends Listed>(
  list: LongList<T>,
  { after, limit, prefix, find, sort }: PageQuery,
  { texts, orders, key }: Looks<T>,
): Page<T> {
  const order = sort === undefined ? undefined : orders[sort.by]
  const compare =
    sort?.isDescending === true ? (one: SomeRank, other: SomeRank) => byRank(other, one) : byRank
  const start = order === undefined ? undefined : startOf(after, order)
  const isWanted = (record: T): boolean =>
    key(record).startsWith(prefix) &&
    (find === undefined || texts(record).some((text) => text.toLowerCase().includes(find)))
  const found: (SomeRank & { readonly record: T })[] = []
  const from = order === undefined ? after?.seq : undefined
  for (const record of list.after(from ?? Number.NEGATIVE_INFINITY)) {
    const ranked = { rank: order?.rankOf(record), seq: record.seq, record }
    const isBefore = start !== undefined && compare(start, ranked) >= 0
    if (!isBefore && isWanted(record)) found.push(ranked)
    // In the order of insertion the rest need not be looked at.
    if (order === undefined && found.length > limit) break
  }
  if (order !== undefined) found.sort(compare)
  const shown = found.slice(0, limit)
  const page = shown.map(({ record }) => record)
  const last = shown.at(-1)
  return found.length > limit && last !== undefined ? { page, next: placeOf(last) } : { page }
}

/** The place of a record: `rank` is undefined in the order of insertion. */
interface SomeRank {
  readonly rank: Rank | undefined
  readonly seq: number
}

/** Formats the position of a record, where the next page continues. */
const placeOf = ({ rank, seq }: SomeRank): string => (rank === undefined ? `${seq}` : `${seq}:${rank}`)

function startOf(after: PageStart | undefined, order: Order<never>): SomeRank | undefined {
  if (after?.rank === undefined) return undefined
  const rank = order.read(after.rank)
  if (rank === undefined) throw placeElsewhere()
  return { rank, seq: after.seq }
}

const byRank = (one: SomeRank, other: SomeRank): number =>
  one.rank === undefined || other.rank === undefined || one.rank === other.rank
    ? one.seq - other.seq
    : one.rank < other.rank
      ? -1
      : 1
