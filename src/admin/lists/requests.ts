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

/** `waited` is how long the client waited. */
export const requestOrders = ['at', 'waited'] as const

type RequestOrder = (typeof requestOrders)[number]

const NEWEST_FIRST: Sort<RequestOrder> = { by: 'at', isDescending: true }

export interface RequestsAsked {
  readonly matches: RecordFilter
  readonly matchesButStatus: RecordFilter
  readonly sort: Sort<RequestOrder>
  /** If set, only returns requests that come after this one in the list. */
  readonly before: RequestId | undefined
  /** The maximum number of requests. Defaults to `Infinity`. */
  readonly limit: number
}

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

/** A request has to pass all of them. */
export const filterQuery = {
  since: filter('since', 'Only requests since this instant, or after the request with this id.', 'r1'),
  until: filter('until', 'Only requests up to this instant.', '2026-02-01T00:00:00Z'),
  operation: filter('operation', 'A glob that matches operations, or several separated by commas.', 'kv.*'),
  method: filter('method', 'A method, or several separated by commas.', 'GET'),
  path: filter('path', 'A glob that matches paths without their query.', '/v1/kv/**'),
  status: filter(
    'status',
    'A status, a status class, "none" if a fault prevented a response, or several separated by commas.',
    '4xx',
  ),
  credential: filter('credential', 'An API key as it was sent, a token\'s owner, or "none".', 'kv_read_shop'),
  agent: filter('agent', 'A User-Agent as it was sent, or "none".', 'shop-web/2.1'),
  fault: filter('fault', 'Only requests affected by the fault with this id.', 'f_1'),
  outcome: filter('outcome', '"ok", or the code it was refused with.', 'entry_missing'),
  slowerThan: filter(
    'slowerThan',
    'Only requests whose client waited longer than this (ms, or a duration such as 1.5s), including delays by faults.',
    '200ms',
  ),
  text: filter(
    'text',
    'Text to search for, ignoring case, in the id, the path (as sent and decoded), the credential, the reason and the bodies.',
    'session:17',
  ),
  before: parameter(
    "A request's id. Returns those that come after it in the list, which are older unless you sort them.",
    readAs('the id of a request such as r12', readRequestId),
    'r41',
  ),
  limit: parameter('The maximum number to return.', limit(), 10),
}

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

/** @throws Refusal `not_found` if `before` has left the journal, and with it the value that requests are sorted by */
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

/** By status class, e.g. "2xx", or "none" if there's no response. All filters but the status apply. */
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

function recordsAfter(
  sorted: readonly RequestRecord[],
  id: RequestId,
  { by, isDescending }: Sort<RequestOrder>,
): readonly RequestRecord[] {
  const place = sorted.findIndex((record) => record.id === id)
  if (place >= 0) return sorted.slice(place + 1)
  if (by === 'waited') {
    throw new Refusal('not_found', `before: request ${id} is not in the journal; it may have been dropped`, {
      hint: 'start again at the first page',
    })
  }
  // The oldest requests are dropped first, so all that remain are newer than a dropped one.
  const newer = isDescending ? -1 : sorted.findIndex((record) => numberOf(record.id) > numberOf(id))
  return newer < 0 ? [] : sorted.slice(newer)
}
