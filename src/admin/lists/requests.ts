import { numberOf, type RequestId, readRequestId } from '../../core/command-id.js'
import { Refusal } from '../../core/refusal.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { operationIdsOf, type WorldService } from '../../domain/service.js'
import {
  FILTER_NAMES,
  type FilterName,
  type RecordFilter,
  requestFilters,
  waitedMs,
} from '../../inspect/filters.js'
import { limitReader, type ParameterReader, readParameters, word } from '../old/old-query.js'
import { type Sort, sortReader } from './sort.js'

/** What the journal can be sorted by: when a request came, or how long its client waited. */
export const requestOrders = ['at', 'waited'] as const

type RequestOrder = (typeof requestOrders)[number]

const NEWEST_FIRST: Sort<RequestOrder> = { by: 'at', isDescending: true }

/** The requests that a query asks for. */
export interface RequestQuery {
  /** Whether a record passes all filters. */
  readonly matches: RecordFilter
  /** Whether it passes all but that of its status. */
  readonly matchesButStatus: RecordFilter
  readonly sort: Sort<RequestOrder>
  /** Only what the list has after the request of this id. */
  readonly before: RequestId | undefined
  /** The most requests to list; Infinity if none was named. */
  readonly limit: number
  /** Asks for their number only, whatever the limit. */
  readonly countsOnly: boolean
  /** Asks how many there are of each class of statuses too. */
  readonly countsStatuses: boolean
  /** Asks for whole requests, a page at a time. */
  readonly isDetailed: boolean
}

/** Reads the id of a request. */
const requestIdReader: ParameterReader<RequestId> = {
  expects: 'the id of a request such as r12',
  read: readRequestId,
}

const readersOf = (services: readonly WorldService[]) => ({
  ...requestFilters(operationIdsOf(services)),
  before: requestIdReader,
  limit: limitReader,
  count: word('true', 'false'),
})

/**
 * Reads the parameters of a list of requests that is newest first: every filter that is given must hold.
 *
 * @throws Refusal invalid_request, naming every parameter that is unknown, given twice or of no use
 */
export const readRequestQuery = (query: URLSearchParams, services: readonly WorldService[]): RequestQuery =>
  requestQuery(readParameters(query, readersOf(services)))

const listReadersOf = (services: readonly WorldService[]) => ({
  ...readersOf(services),
  sort: sortReader(requestOrders),
  statuses: word('true', 'false'),
  details: word('true', 'false'),
})

/**
 * Reads the query of a list that can be sorted.
 *
 * @throws Refusal invalid_request
 */
export const readSortedRequestQuery = (
  query: URLSearchParams,
  services: readonly WorldService[],
): RequestQuery => requestQuery(readParameters(query, listReadersOf(services)))

type RequestParameters = ReturnType<typeof readParameters<ReturnType<typeof listReadersOf>>>

function requestQuery({
  sort = NEWEST_FIRST,
  limit = Number.POSITIVE_INFINITY,
  count = 'false',
  statuses = 'false',
  details = 'false',
  before,
  ...given
}: RequestParameters): RequestQuery {
  const names = FILTER_NAMES.filter((name) => given[name] !== undefined)
  const all = (some: readonly FilterName[]): RecordFilter => {
    const filters = some.flatMap((name) => given[name] ?? [])
    return (record) => filters.every((filter) => filter(record))
  }
  return {
    matches: all(names),
    matchesButStatus: all(names.filter((name) => name !== 'status')),
    sort,
    before,
    limit,
    countsOnly: count === 'true',
    countsStatuses: statuses === 'true',
    isDetailed: details === 'true',
  }
}

/**
 * The records that a query asks for, in its order: all that match if it asks for their number.
 *
 * @throws Refusal not_found for those after one that is gone, if they are sorted by what is gone with it
 */
export function wanted(newestFirst: readonly RequestRecord[], asked: RequestQuery): readonly RequestRecord[] {
  const { matches, sort, before, limit, countsOnly } = asked
  const sorted = inOrder(newestFirst, sort)
  const found: RequestRecord[] = []
  for (const record of before === undefined ? sorted : recordsAfter(sorted, before, sort)) {
    if (!countsOnly && found.length >= limit) break
    if (matches(record)) found.push(record)
  }
  return found
}

/** How many records of each class of statuses pass the filters but that of the status: "2xx"; "none" without an answer. */
export function countStatuses(
  records: readonly RequestRecord[],
  { matchesButStatus }: RequestQuery,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const record of records) {
    if (!matchesButStatus(record)) continue
    const name = record.status === null ? 'none' : `${Math.floor(record.status / 100)}xx`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

function inOrder(
  newestFirst: readonly RequestRecord[],
  { by, isDescending }: Sort<RequestOrder>,
): readonly RequestRecord[] {
  if (by === 'at') return isDescending ? newestFirst : newestFirst.toReversed()
  const quickestFirst = newestFirst
    .toReversed()
    .map((record) => ({ record, ms: waitedMs(record) }))
    .sort((one, other) => one.ms - other.ms)
    .map(({ record }) => record)
  return isDescending ? quickestFirst.reverse() : quickestFirst
}

/** The records after the request of an id. */
function recordsAfter(
  sorted: readonly RequestRecord[],
  id: RequestId,
  { by, isDescending }: Sort<RequestOrder>,
): readonly RequestRecord[] {
  const place = sorted.findIndex((record) => record.id === id)
  if (place >= 0) return sorted.slice(place + 1)
  if (by === 'waited') {
    throw new Refusal('not_found', `before: the journal has no request ${id}, or no longer`, {
      hint: 'begin again at the first page',
    })
  }
  // The oldest go first: all that is left is newer than one that is gone.
  const newer = isDescending ? -1 : sorted.findIndex((record) => numberOf(record.id) > numberOf(id))
  return newer < 0 ? [] : sorted.slice(newer)
}
