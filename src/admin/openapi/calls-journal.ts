import { operations } from '../../contract/operations.js'
import type { CallGroup } from './call.js'
import {
  anything,
  count,
  dateTime,
  described,
  flag,
  int64,
  list,
  milliseconds,
  object,
  oneOf,
  orNull,
  record,
  ref,
  type Schema,
  text,
} from './schema.js'

const summary = {
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
  durationMs: 0.114,
}

const headers = described('Name and value, in order; signatures of tokens are left out.', {
  type: 'array',
  items: { type: 'array', items: text, minItems: 2, maxItems: 2 },
})
const body = described(
  'The beginning of the body where it holds fewer than its bytes.',
  object({ text, bytes: count }),
)
const status: Schema = { type: ['integer', 'null'], description: 'null where a fault left no answer.' }

/** Components of the answers here. */
export const journalSchemas: Readonly<Record<string, Schema>> = {
  RequestSummary: object(
    {
      id: text,
      at: milliseconds,
      atIso: dateTime,
      operation: described(
        'null where the contract shows no such operation.',
        orNull(oneOf(...operations.map(({ id }) => id))),
      ),
      method: text,
      path: text,
      status,
      outcome: described(
        '"ok", what it was refused for, or "fault" where a fault kept it from being judged.',
        text,
      ),
      credential: orNull(text),
      durationMs: described('Real ms.', { type: 'number', minimum: 0 }),
    },
    { reason: text, absence: text, fault: text, lostStatus: count },
  ),
  RequestDetails: {
    allOf: [
      ref('RequestSummary'),
      object(
        {
          target: text,
          requestHeaders: headers,
          responseHeaders: headers,
          explain: ref('Explanation'),
        },
        {
          requestBody: body,
          responseBody: body,
          bodies: described('Why a body is not there, or only its beginning: the bound that it met.', text),
        },
      ),
    ],
  },
  Explanation: object(
    {
      gates: list({
        ...object({ gate: text, result: oneOf('passed', 'refused', 'not reached') }),
        additionalProperties: described('The numbers of the gate.', { type: 'number' }),
      }),
      gaps: described('The options of the profile that the answer leaned on.', record(anything)),
    },
    { entry: text, fault: object({ id: text }, { lostStatus: count }) },
  ),
  HarEntry: object(
    {
      startedDateTime: dateTime,
      time: { type: 'number' },
      request: object({ method: text, url: text, httpVersion: text }),
      response: object({ status: count, statusText: text, httpVersion: text }),
      cache: { type: 'object' },
      timings: object({ send: { type: 'number' }, wait: { type: 'number' }, receive: { type: 'number' } }),
    },
    { comment: text },
  ),
}

const limit = described('The most to answer.', { type: 'integer', minimum: 1 })
const filters = {
  operation: described('A glob over operations: kv.*', text),
  method: text,
  path: described('A glob over paths without a query: /v1/kv/**', text),
  status: described('A status, or a class such as 4xx.', text),
  credential: described("An API key as it was sent, or a token's owner.", text),
  fault: described('The id of a fault.', text),
  outcome: described('"ok", or what it was refused for.', text),
  since: described('An instant, from which on, or the id of a request, behind which.', text),
  limit,
}

export const journalCalls: CallGroup = {
  tag: 'Requests',
  description: 'The journal of requests to the services; admin calls are not in it.',
  calls: {
    'GET /requests': {
      query: { ...filters, count: described('Answers their number only.', flag) },
      answer: {
        schema: {
          anyOf: [
            object({ requests: list(ref('RequestSummary')), dropped: count }),
            object({ count: int64 }),
          ],
        },
        example: { requests: [summary], dropped: 0 },
      },
    },
    'GET /requests/:id': {
      answer: {
        schema: ref('RequestDetails'),
        example: {
          ...summary,
          target: summary.path,
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
          },
        },
      },
    },
    'GET /requests.har': {
      query: filters,
      answer: {
        schema: object({
          log: object({
            version: { type: 'string', const: '1.2' },
            creator: object({ name: text, version: text }),
            entries: list(ref('HarEntry')),
          }),
        }),
        example: {
          log: { version: '1.2', creator: { name: 'tristore-emulator', version: '0.1.0' }, entries: [] },
        },
      },
    },
    'DELETE /requests': {},
    'GET /events': {
      query: { types: described('Names of events, joined by commas; all when left out.', text) },
      answer: {
        type: 'text/event-stream',
        schema: text,
        example: `event: clock\ndata: {"now":0,"iso":"1970-01-01T00:00:00.000Z","mode":"frozen","rate":1}\n\n`,
      },
    },
  },
}
