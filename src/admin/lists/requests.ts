import type { RequestRecord } from '../../api/record.js'
import { Refusal } from '../../core/refusal.js'
import { Slice, type Steps } from '../../core/steps.js'
import {
  bytesRead,
  type FilterName,
  type RequestFilter,
  requestFilters,
  waitedMs,
} from '../../journal/filters.js'
import { limitReader, type ParameterReader, readParameters, word } from '../query.js'
import { sortedBy } from './first-in-order.js'
import { type Sort, sortReader } from './sort.js'

/** What the journal can be sorted by: when a request came, or how long its client waited. */
export const requestOrders = ['at', 'waited'] as const

type RequestOrder = (typeof requestOrders)[number]

const NEWEST_FIRST: Sort<RequestOrder> = { by: 'at', isDescending: true }

/** The requests that a query asks for. */
export interface RequestQuery {
  /** Whether a record passes all filters. */
  readonly matches: RequestFilter
  /** The bytes that they read of a record. */
  readonly bytesOf: (record: RequestRecord) => number
  readonly sort: Sort<RequestOrder>
  /** Only what the list has behind the request of this id. */
  readonly before: string | undefined
  /** The most requests to list; Infinity where none was named. */
  readonly limit: number
  /** Asks for their number only, whatever the limit. */
  readonly countsOnly: boolean
}

/** Reads the id of a request. */
const requestIdReader: ParameterReader<string> = {
  expects: 'the id of a request such as r12',
  read: (value) => (/^r\d+$/.test(value) ? value : undefined),
}

const readers = {
  ...requestFilters,
  before: requestIdReader,
  limit: limitReader,
  count: word('true', 'false'),
}

/**
 * Reads the parameters of a list of requests that is newest first: every filter that is given must hold.
 *
 * @throws Refusal invalid_request, naming every parameter that is unknown, given twice or of no use
 */
export const readRequestQuery = (query: URLSearchParams): RequestQuery =>
  requestQuery(readParameters(query, readers))

/**
 * The same for a list that can be sorted.
 *
 * @throws Refusal invalid_request, likewise
 */
export const readSortedRequestQuery = (query: URLSearchParams): RequestQuery =>
  requestQuery(readParameters(query, { ...readers, sort: sortReader(requestOrders) }))

type Given = ReturnType<typeof readParameters<typeof readers & { sort: ParameterReader<Sort<RequestOrder>> }>>

function requestQuery({
  sort = NEWEST_FIRST,
  limit = Number.POSITIVE_INFINITY,
  count = 'false',
  before,
  ...given
}: Given): RequestQuery {
  const names = (Object.keys(requestFilters) as FilterName[]).filter((name) => given[name] !== undefined)
  const filters = names.flatMap((name) => given[name] ?? [])
  return {
    matches: (record) => filters.every((filter) => filter(record)),
    bytesOf: bytesRead(new Set(names)),
    sort,
    before,
    limit,
    countsOnly: count === 'true',
  }
}

/** A look at a record takes so many times as long as most work on an item does. */
const ITEMS_A_RECORD = 2

/** Bytes that are searched in the time that most work on an item takes. */
const BYTES_AN_ITEM = 500

/**
 * The records that a query asks for, in its order: all that match where it asks for their number.
 *
 * @param newestFirst those of one moment
 * @throws Refusal not_found for those behind one that is gone, where they are sorted by what is gone with it
 */
export function* wanted(
  newestFirst: readonly RequestRecord[],
  { matches, bytesOf, sort, before, limit, countsOnly }: RequestQuery,
): Steps<readonly RequestRecord[]> {
  const slice = new Slice()
  const found: RequestRecord[] = []
  const records = yield* sorted(newestFirst, sort, slice)
  const from = before === undefined ? 0 : placeBehind(records, before, sort)
  for (let place = from; place < records.length; place++) {
    const record = records[place]
    if (record === undefined || (!countsOnly && found.length >= limit)) break
    if (matches(record)) found.push(record)
    if (slice.spend(ITEMS_A_RECORD + bytesOf(record) / BYTES_AN_ITEM)) yield
  }
  return found
}

function* sorted(
  newestFirst: readonly RequestRecord[],
  { by, isDescending }: Sort<RequestOrder>,
  slice: Slice,
): Steps<readonly RequestRecord[]> {
  if (by === 'at' && isDescending) return newestFirst
  const oldestFirst = newestFirst.toReversed()
  if (by === 'at') return oldestFirst
  return yield* sortedBy(oldestFirst, waitedMs, (one, other) => one - other, isDescending, slice)
}

/** The place behind the request of an id. The oldest go first: what is there came behind one that is gone. */
function placeBehind(
  records: readonly RequestRecord[],
  id: string,
  { by, isDescending }: Sort<RequestOrder>,
): number {
  const place = records.findIndex((record) => record.id === id)
  if (place >= 0) return place + 1
  if (by !== 'at') {
    throw new Refusal('not_found', `before: the journal has no request ${id}, or no longer`, {
      hint: 'begin again at the first page',
    })
  }
  const newer = isDescending ? -1 : records.findIndex((record) => numberOf(record.id) > numberOf(id))
  return newer < 0 ? records.length : newer
}

const numberOf = (id: string): number => Number(id.slice(1))
