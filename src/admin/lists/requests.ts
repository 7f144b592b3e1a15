import type { RequestRecord } from '../../api/record.js'
import { Refusal } from '../../core/refusal.js'
import { type FilterName, type RequestFilter, requestFilters, waitedMs } from '../../journal/filters.js'
import { limitReader, type ParameterReader, readParameters, word } from '../query.js'
import { type Sort, sortReader } from './sort.js'

/** What the journal can be sorted by: when a request came, or how long its client waited. */
export const requestOrders = ['at', 'waited'] as const

type RequestOrder = (typeof requestOrders)[number]

const NEWEST_FIRST: Sort<RequestOrder> = { by: 'at', isDescending: true }

/** The requests that a query asks for. */
export interface RequestQuery {
  /** Whether a record passes all filters. */
  readonly matches: RequestFilter
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
    sort,
    before,
    limit,
    countsOnly: count === 'true',
  }
}

/**
 * The records that a query asks for, in its order: all that match where it asks for their number.
 *
 * @param newestFirst those of one moment
 * @throws Refusal not_found for those behind one that is gone, where they are sorted by what is gone with it
 */
export function wanted(newestFirst: Iterable<RequestRecord>, asked: RequestQuery): readonly RequestRecord[] {
  if (asked.sort.by === 'waited') return wantedByWait(newestFirst, asked)
  const { matches, sort, before, limit, countsOnly } = asked
  const found: RequestRecord[] = []
  const records = sort.isDescending ? newestFirst : oldestFirst(newestFirst)
  for (const record of before === undefined ? records : recordsBehind(records, before, sort)) {
    if (!countsOnly && found.length >= limit) break
    if (matches(record)) found.push(record)
  }
  return found
}

function oldestFirst(newestFirst: Iterable<RequestRecord>): RequestRecord[] {
  return [...newestFirst].reverse()
}

/** A record in a list by how long clients waited. */
interface Waited {
  readonly record: RequestRecord
  readonly ms: number
  /** Its place in the order of arrival. */
  readonly place: number
}

/** The records that a query asks for, sorted by how long clients waited. */
function wantedByWait(
  newestFirst: Iterable<RequestRecord>,
  { matches, sort, before, limit, countsOnly }: RequestQuery,
): readonly RequestRecord[] {
  const sign = sort.isDescending ? -1 : 1
  const compare = (one: Waited, other: Waited) => sign * (one.ms - other.ms || one.place - other.place)
  const start = before === undefined ? undefined : waitedAt(newestFirst, before)
  const found = [...byArrival(newestFirst)]
    .filter((one) => (start === undefined || compare(start, one) < 0) && matches(one.record))
    .sort(compare)
    .map(({ record }) => record)
  return countsOnly ? found : found.slice(0, limit)
}

function* byArrival(newestFirst: Iterable<RequestRecord>): Generator<Waited> {
  let place = 0
  for (const record of newestFirst) {
    yield { record, ms: waitedMs(record), place }
    place--
  }
}

function waitedAt(newestFirst: Iterable<RequestRecord>, id: string): Waited {
  for (const one of byArrival(newestFirst)) {
    if (one.record.id === id) return one
  }
  throw new Refusal('not_found', `before: the journal has no request ${id}, or no longer`, {
    hint: 'begin again at the first page',
  })
}

/** What comes behind the request of an id. The oldest go first: what is there came behind one that is gone. */
function recordsBehind(
  records: Iterable<RequestRecord>,
  id: string,
  { isDescending }: Sort<RequestOrder>,
): Iterable<RequestRecord> {
  const left = records[Symbol.iterator]()
  for (let next = left.next(); next.done !== true; next = left.next()) {
    if (next.value.id === id) return { [Symbol.iterator]: () => left }
  }
  return isDescending ? [] : fromNewer(records, numberOf(id))
}

/** The records from the first one on that is newer than a number. */
function* fromNewer(records: Iterable<RequestRecord>, number: number): Generator<RequestRecord> {
  let isNewer = false
  for (const record of records) {
    isNewer ||= numberOf(record.id) > number
    if (isNewer) yield record
  }
}

const numberOf = (id: string): number => Number(id.slice(1))
