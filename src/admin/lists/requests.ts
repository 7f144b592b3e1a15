import { numberOf, type RequestId, readRequestId } from '../../core/command-id.js'
import { Refusal } from '../../core/refusal.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { operationIdsOf, type WorldService } from '../../domain/service.js'
import {
  FILTER_NAMES,
  type FilterName,
  type FilterReader,
  type RecordFilter,
  requestFilters,
  waitedMs,
} from '../../inspect/filters.js'
import { limit, parameter, type QueryOf, type QueryParameter, readAs } from '../query.js'
import type { Sort } from './sort.js'

/** By arrival, or by how long the client waited. */
export const requestOrders = ['at', 'waited'] as const

type RequestOrder = (typeof requestOrders)[number]

const NEWEST_FIRST: Sort<RequestOrder> = { by: 'at', isDescending: true }

/** The requests that a query asks for. */
export interface RequestsAsked {
  /** True if a record passes every filter. */
  readonly matches: RecordFilter
  /** True if it passes every filter but that of its status. */
  readonly matchesButStatus: RecordFilter
  readonly sort: Sort<RequestOrder>
  /** Only what the list has after the request of this id. */
  readonly before: RequestId | undefined
  /** The most requests to list; Infinity if none was named. */
  readonly limit: number
}

/** A filter of the journal as a parameter. */
function filter(name: FilterName, description: string, example: unknown): QueryParameter<RecordFilter> {
  const readerFor = (services: readonly WorldService[]): FilterReader =>
    requestFilters(operationIdsOf(services))[name]
  return {
    description,
    example,
    isList: readerFor([]).isList === true,
    schema(services) {
      const { expects, read } = readerFor(services)
      return readAs(expects, read)
    },
    meant: (text, services) => readerFor(services).meant?.(text),
  }
}

/** The parameters that choose requests: every filter that is given must hold. */
export const filterQuery = {
  since: filter('since', 'An instant, from which on, or the id of a request, after which.', 'r1'),
  until: filter('until', 'An instant, up to which.', '2026-02-01T00:00:00Z'),
  operation: filter('operation', 'A glob over operations, or several joined by commas.', 'kv.*'),
  method: filter('method', 'A method, or several joined by commas.', 'GET'),
  path: filter('path', 'A glob over paths without a query.', '/v1/kv/**'),
  status: filter(
    'status',
    'A status, a class of them, "none" if a fault left no answer, or several joined by commas.',
    '4xx',
  ),
  credential: filter('credential', 'An API key as it was sent, a token\'s owner, or "none".', 'kv_read_shop'),
  agent: filter('agent', 'A User-Agent as it was sent, or "none".', 'shop-web/2.1'),
  fault: filter('fault', 'The id of a fault.', 'f_1'),
  outcome: filter('outcome', '"ok", or what it was refused for.', 'entry_missing'),
  slowerThan: filter(
    'slowerThan',
    'ms, or a length of time such as 1.5s: those whose client waited longer, with what a fault held.',
    '200ms',
  ),
  text: filter(
    'text',
    'A text to look for, in capitals or not: in the id, the path as it was sent and decoded, the credential, the reason and the bodies.',
    'session:17',
  ),
  before: parameter(
    'The id of a request: those that the list has after it, which are older unless it is sorted.',
    readAs('the id of a request such as r12', readRequestId),
    'r41',
  ),
  limit: parameter('The most to answer.', limit(), 10),
}

/** The part of the journal that a query asks for. */
export function requestsAsked({
  sort = NEWEST_FIRST,
  limit: most = Number.POSITIVE_INFINITY,
  before,
  ...given
}: QueryOf<typeof filterQuery> & { readonly sort?: Sort<RequestOrder> }): RequestsAsked {
  const names = FILTER_NAMES.filter((name) => given[name] !== undefined)
  const all = (some: readonly FilterName[]): RecordFilter => {
    const filters = some.flatMap((name) => given[name] ?? [])
    return (record) => filters.every((filter) => filter(record))
  }
  const matchesButStatus = all(names.filter((name) => name !== 'status'))
  return { matches: all(names), matchesButStatus, sort, before, limit: most }
}

/**
 * Returns the requested records in order.
 *
 * @throws Refusal not_found for those after a record that is gone, if they are sorted by something that is gone with it
 */
export function wanted(
  newestFirst: readonly RequestRecord[],
  asked: RequestsAsked,
): readonly RequestRecord[] {
  const { matches, sort, before, limit: most } = asked
  const sorted = inOrder(newestFirst, sort)
  const found: RequestRecord[] = []
  for (const record of before === undefined ? sorted : recordsAfter(sorted, before, sort)) {
    if (found.length >= most) break
    if (matches(record)) found.push(record)
  }
  return found
}

/** Counts the records of each status class that pass all other filters: "2xx", or "none" without an answer. */
export function countStatuses(
  records: readonly RequestRecord[],
  { matchesButStatus }: RequestsAsked,
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
  // The oldest are dropped first, so every record left is newer than a dropped one.
  const newer = isDescending ? -1 : sorted.findIndex((record) => numberOf(record.id) > numberOf(id))
  return newer < 0 ? [] : sorted.slice(newer)
}
