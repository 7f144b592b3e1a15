import * as v from 'valibot'
import { count, described, text, typed } from '../../../contract/answer-schema.js'
import { Refusal } from '../../../core/refusal.js'
import { boundName } from '../../../domain/bounds.js'
import type { RequestRecord } from '../../../domain/requests/record.js'
import type { WorldContext } from '../../../worlds/context.js'
import { call } from '../../call.js'
import {
  countStatuses,
  filterQuery,
  type RequestsAsked,
  requestOrders,
  requestsAsked,
  wanted,
} from '../../lists/requests.js'
import { sortQuery } from '../../lists/sort.js'
import { parameter, trueOrFalse } from '../../query.js'
import {
  details,
  detailsToJson,
  type RequestDetails,
  type RequestSummary,
  summary,
  summaryToJson,
} from '../../request-json.js'

const EXAMPLE: RequestSummary = {
  id: 'r1',
  at: Date.UTC(2026, 0, 31, 23, 59),
  atIso: '2026-01-31T23:59:00.000Z',
  operation: 'kv.get',
  method: 'GET',
  path: '/v1/kv/ns_shop_k3v9x2/flag%3Acheckout',
  status: 404,
  outcome: 'entry_missing',
  reason: 'the key is missing or expired',
  absence: 'never existed',
  credential: 'kv_read_demo',
  userAgent: 'shop-web/2.1',
  arrivedMs: 1024.25,
  durationMs: 0.114,
}

/** Full requests per response. */
const DETAILED_MAX = 100

/** @throws Refusal `out_of_memory` if there's no room on the heap for the bodies */
function detailedPage(
  all: readonly RequestRecord[],
  asked: RequestsAsked,
  context: WorldContext,
): { readonly requests: readonly RequestDetails[]; readonly next?: string } {
  const limit = Math.min(asked.limit, DETAILED_MAX)
  // Ask for one more, to see if there's a next page.
  const found = wanted(all, { ...asked, limit: Math.min(asked.limit, limit + 1) })
  const admit = context.world.heap.beginText()
  const requests = found.slice(0, limit).map((record) => {
    for (const body of [record.requestBody, record.replyBody]) admit(body?.text ?? '')
    return detailsToJson(record, context)
  })
  const last = requests.at(-1)
  return found.length > limit && last !== undefined ? { requests, next: last.id } : { requests }
}

const statuses = v.exactOptional(v.record(text, count))

export const requestCalls = [
  call({
    method: 'GET',
    path: '/requests',
    summary: 'List requests in the journal, newest first',
    details:
      '; filters: text=session:17 (in paths, keys, credentials, reasons, ids and bodies), operation=kv.*, method=GET,PUT, path=/v1/kv/**, status=404,5xx, credential, agent, outcome, fault, since (instant or request id), until (instant), slowerThan=200ms; sort=at (oldest first), sort=-waited (slowest first); before=r41 (the next page, which comes after it in the list), limit; details=true returns full requests, up to 100 at a time; count=true only returns their number; statuses=true adds the number per status class, ignoring status=, before= and limit=',
    tag: 'Requests',
    query: {
      ...filterQuery,
      count: parameter('True to only return their number.', trueOrFalse, true),
      sort: sortQuery(requestOrders, '-at, newest first'),
      statuses: parameter(
        'True to add the number per status class, ignoring `status`, `before` and `limit`.',
        trueOrFalse,
        true,
      ),
      details: parameter(
        `True to return full requests, up to ${DETAILED_MAX} at a time. For the next page, send \`next\` as \`before\`.`,
        trueOrFalse,
        true,
      ),
    },
    answer: {
      schema: v.union([
        v.object({ requests: v.array(summary), dropped: count, statuses }),
        v.object({
          requests: v.array(details),
          dropped: count,
          next: v.exactOptional(described('Only set if there are more.', text)),
          statuses,
        }),
        v.object({ count: typed<number>({ type: 'integer', format: 'int64' }), statuses }),
      ]),
      example: { requests: [EXAMPLE], dropped: 0 },
    },
    refusals: ['not_found'],
    handle({
      context,
      world,
      query: { count: countsOnly, details: isDetailed, statuses: countsStatuses, ...query },
    }) {
      const asked = requestsAsked(query)
      const { dropped } = world.journal
      const all = world.journal.list()
      const more = countsStatuses === true ? { statuses: countStatuses(all, asked) } : {}
      // The count ignores any limit.
      if (countsOnly === true)
        return { count: wanted(all, { ...asked, limit: Number.POSITIVE_INFINITY }).length, ...more }
      if (isDetailed === true) return { ...detailedPage(all, asked, context), dropped, ...more }
      return { requests: wanted(all, asked).map(summaryToJson), dropped, ...more }
    },
  }),
  call({
    method: 'GET',
    path: '/requests/:id',
    summary: 'Get a request from the journal, with headers, bodies, and why it got its response (explain)',
    tag: 'Requests',
    answer: {
      schema: details,
      example: {
        ...EXAMPLE,
        target: EXAMPLE.path,
        requestHeaders: [['X-KV-Key', 'kv_read_demo']],
        responseHeaders: [['Content-Type', 'application/json']],
        responseBody: { text: '{"ok":false,"error":"not_found"}', bytes: 32 },
        explain: {
          gates: [
            { gate: 'scope', result: 'passed' },
            { gate: 'monthly quota', result: 'passed', used: 1, limit: 1000 },
            { gate: 'entry exists', result: 'refused' },
          ],
          entry: 'never existed',
          gaps: { 'kv.countMisses': true },
          fixes: [
            {
              text: 'Add flag:checkout',
              call: {
                method: 'PATCH',
                path: '/state',
                body: {
                  namespaces: [
                    {
                      id: 'ns_shop_k3v9x2',
                      entries: [{ key: 'flag:checkout', value: true, ttlSeconds: 86_400 }],
                    },
                  ],
                },
              },
            },
          ],
        },
      },
    },
    handle({ context, params: { id } }) {
      const { journal } = context.world
      const record = journal.find(id)
      if (record !== undefined) return detailsToJson(record, context)
      const hint = `the journal keeps the last ${journal.bounds.entriesMax} (${boundName('requests')}); GET /_admin/requests lists them`
      throw new Refusal('not_found', `request ${id} is not in the journal; it may have been dropped`, {
        hint,
      })
    },
  }),
  call({
    method: 'DELETE',
    path: '/requests',
    summary: 'Clear the journal',
    details: '; ids continue',
    tag: 'Requests',
    changes: 'requests',
    handle: ({ world, change }) => change(() => world.journal.clear()),
  }),
]
