import { described, text } from '../../contract/answer-schema.js'
import { Refusal } from '../../core/refusal.js'
import { anyText, parameter, type QueryOf, readAs, whole } from '../query.js'
import type { Order, Orders, Rank } from './record-orders.js'
import { type Sort, sortQuery } from './sort.js'

/**
 * Splits long lists into pages. A query can select records by content, order and position. Each page continues after
 * the last record of the previous one, even if the list has changed since. Records inserted after that position are
 * included. If a record's rank changes, it may be returned twice or not at all.
 */

/** `seq` is a record's position in insertion order. */
interface Listed {
  readonly seq: number
}

export interface LongList<T> {
  /** In insertion order. */
  after(seq: number): Iterable<T>
}

/** The last record before a page. Its rank is set if the list is sorted. */
interface PageStart {
  readonly seq: number
  readonly rank: string | undefined
}

interface PageQuery {
  readonly after: PageStart | undefined
  readonly limit: number
  /** Only returns keys that begin with this. */
  readonly prefix: string
  /** Only returns records that contain this, ignoring case. Undefined means all of them. */
  readonly find: string | undefined
  /** Undefined means insertion order. */
  readonly sort: Sort | undefined
}

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/** @param orders the names of the list's sort orders */
export const pageQuery = (orders: readonly string[]) => ({
  limit: parameter(
    'The maximum number of records per page.',
    whole(`a whole number from 1 to ${LIMIT_MAX}`, /^(?!0+$)\d{1,4}$/, LIMIT_MAX, {
      type: 'integer',
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
    }),
    10,
  ),
  after: parameter(
    'The "next" from the previous page.',
    readAs('the "next" of an earlier page', readStart, {
      type: 'string',
      pattern: '^\\d{1,15}(:|$)',
    }),
    '1:2',
  ),
  find: parameter('Only return records that contain this text, ignoring case.', anyText, 'checkout'),
  sort: sortQuery(orders, 'insertion order'),
})

export const entriesQuery = (orders: readonly string[]) => {
  const { sort, ...others } = pageQuery(orders)
  return { ...others, prefix: parameter('Only return keys that begin with this.', anyText, 'flag:'), sort }
}

export const nextPage = described('Where the next page begins. Only set if there is one.', text)

/** @throws Refusal `invalid_request` if the position belongs to a different order */
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
  new Refusal('invalid_request', 'after: this is the "next" of a page in another order', {
    hint: 'use the same sort for every page',
  })

interface Looks<T> {
  /** The texts that `find` searches. */
  readonly texts: (record: T) => readonly string[]
  readonly orders: Orders<T>
  /** The text that has to begin with `prefix`. */
  readonly key: (record: T) => string
}

/** The last page has no `next`. */
interface Page<T> {
  readonly page: readonly T[]
  readonly next?: string
}

/** @throws Refusal `invalid_request` if the position belongs to a different order */
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
    // In insertion order, we can skip the rest.
    if (order === undefined && found.length > limit) break
  }
  if (order !== undefined) found.sort(compare)
  const shown = found.slice(0, limit)
  const page = shown.map(({ record }) => record)
  const last = shown.at(-1)
  return found.length > limit && last !== undefined ? { page, next: placeOf(last) } : { page }
}

/** In insertion order, there's no `rank`. */
interface SomeRank {
  readonly rank: Rank | undefined
  readonly seq: number
}

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
