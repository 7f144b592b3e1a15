import { STATUS_CODES } from 'node:http'
import * as v from 'valibot'
import {
  type AnswerOf,
  anyObject,
  component,
  count,
  dateTime,
  described,
  number,
  text,
} from '../../../contract/answer-schema.js'
import { formatInstant } from '../../../core/instants.js'
import { headerOf } from '../../../core/raw-headers.js'
import { connectionFaults, isHalving } from '../../../domain/faults/connection-faults.js'
import type { KeptBody, RequestRecord } from '../../../domain/requests/record.js'
import { maskJwt, presentHeaders } from '../../../inspect/mask.js'
import { call } from '../../call.js'
import { filterQuery, requestsAsked, wanted } from '../../lists/requests.js'
import { keptToJson } from '../../request-json.js'

/**
 * Exports the journal as an HTTP Archive (HAR) 1.2, which many tools can read. People pass these files around, so we
 * leave out JWT signatures, even in bodies.
 */

const CREATOR = 'tristore-emulator'

/** HAR 1.2 uses this for a size that isn't known. */
const UNKNOWN = -1

/** Responses always use this version, whatever the request did. */
const HTTP_VERSION = 'HTTP/1.1'

/** HAR 1.2 uses this for a body without a Content-Type. */
const NO_TYPE = 'x-unknown'

/** Only the parts that the OpenAPI document describes. */
const harEntry = component('HarEntry', () =>
  v.object({
    startedDateTime: dateTime,
    time: number,
    request: v.object({ method: text, url: text, httpVersion: text }),
    response: v.object({ status: count, statusText: text, httpVersion: text }),
    cache: anyObject,
    timings: v.object({ send: number, wait: number, receive: number }),
    comment: v.exactOptional(text),
    _request: v.exactOptional(
      described('Everything else that GET /_admin/requests/{id} returns.', anyObject),
    ),
  }),
)

const archive = v.object({
  log: v.object({
    version: v.literal('1.2'),
    creator: v.object({ name: text, version: text }),
    entries: v.array(harEntry),
    _dropped: described(
      'The number of earlier requests that the journal has dropped because of its limit.',
      count,
    ),
  }),
})

export const harCalls = [
  call({
    method: 'GET',
    path: '/requests.har',
    summary: 'Export the journal as HAR 1.2, oldest first, with the same filters as GET /requests',
    tag: 'Requests',
    query: filterQuery,
    answer: {
      schema: archive,
      example: {
        log: { version: '1.2', creator: { name: CREATOR, version: '0.1.0' }, entries: [], _dropped: 0 },
      },
    },
    handle({ context: { version }, world, query }) {
      const found = wanted(world.journal.list(), requestsAsked(query))
      const admit = world.heap.beginText()
      const entries = found.toReversed().map((record) => {
        for (const body of [record.requestBody, record.replyBody]) admit(body?.text ?? '')
        return entryOf(record)
      })
      return {
        log: {
          version: '1.2' as const,
          creator: { name: CREATOR, version },
          entries,
          _dropped: world.journal.dropped,
        },
      }
    },
  }),
]

function entryOf(record: RequestRecord): AnswerOf<typeof harEntry> {
  const { id, at, operation, outcome, durationMs, faultAction } = record
  const waited = durationMs + (faultAction?.delayMs ?? 0)
  const { requestHeaders, responseHeaders, requestBody, responseBody, ..._request } = keptToJson(record)
  return {
    startedDateTime: formatInstant(at),
    time: waited,
    request: requestOf(record),
    response: responseOf(record),
    cache: {},
    timings: { send: 0, wait: waited, receive: 0 },
    comment: [id, operation ?? 'no operation', outcome].join(' '),
    _request,
  }
}

function requestOf(record: RequestRecord) {
  const { method, baseUrl, target, httpVersion, requestHeaders, requestBody } = record
  const mark = target.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark))
  return {
    method,
    url: maskJwt(baseUrl + (target.startsWith('/') ? target : `/${target}`)),
    httpVersion: `HTTP/${httpVersion}`,
    cookies: cookiesSent(requestHeaders),
    headers: pairs(presentHeaders(requestHeaders)),
    queryString: pairs([...query].map(([name, value]) => [name, maskJwt(value)])),
    ...(requestBody === undefined ? {} : { postData: postData(requestBody, requestHeaders) }),
    headersSize: UNKNOWN,
    bodySize: bodySize(requestBody, requestHeaders),
  }
}

function responseOf(record: RequestRecord) {
  const { status, replyHeaders, faultAction } = record
  const replyBody = received(record)
  const size = bodySize(replyBody, replyHeaders)
  const error =
    faultAction?.connection === undefined ? undefined : connectionFaults[faultAction.connection].archiveError
  const comment = faultComment(record)
  return {
    status: status ?? 0,
    statusText: status === null ? '' : (STATUS_CODES[status] ?? ''),
    httpVersion: status === null ? '' : HTTP_VERSION,
    cookies: cookiesSet(replyHeaders),
    headers: pairs(presentHeaders(replyHeaders)),
    content: {
      size: Math.max(size, 0),
      mimeType: headerOf(replyHeaders, 'content-type') ?? NO_TYPE,
      ...(replyBody === undefined ? {} : { text: maskJwt(replyBody.text) }),
    },
    redirectURL: headerOf(replyHeaders, 'location') ?? '',
    headersSize: UNKNOWN,
    bodySize: status === null ? UNKNOWN : size,
    ...(error === undefined ? {} : { _error: error }),
    ...(comment === undefined ? {} : { comment }),
  }
}

/** The part of a response body that reached the client. */
function received({ replyBody, faultAction }: RequestRecord): KeptBody | undefined {
  if (replyBody === undefined || !isHalving(faultAction?.connection)) return replyBody
  const bytes = Math.floor(replyBody.bytes / 2)
  return { bytes, text: Buffer.from(replyBody.text).toString('utf8', 0, bytes) }
}

const cookiesSent = (headers: readonly string[]): object[] =>
  valuesOf(headers, 'cookie').flatMap((list) => list.split(';').flatMap(cookieOf))

/** Only names and values. The attributes are listed among the headers. */
const cookiesSet = (headers: readonly string[]): object[] =>
  valuesOf(headers, 'set-cookie').flatMap((line) => cookieOf(line.split(';', 1)[0] ?? ''))

function cookieOf(pair: string): object[] {
  const [, name, value] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
  return name === undefined || value === undefined ? [] : [{ name, value: maskJwt(value) }]
}

const valuesOf = (headers: readonly string[], name: string): string[] =>
  presentHeaders(headers).flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []))

function faultComment({ faultAction, lostStatus }: RequestRecord): string | undefined {
  if (faultAction === undefined) return undefined
  const { fault, connection, delayMs } = faultAction
  const parts = [`fault ${fault}`]
  if (connection !== undefined) {
    const end = connectionFaults[connection].cause.code === 'ECONNRESET' ? 'reset' : 'closed'
    parts.push(
      isHalving(connection)
        ? `the connection was ${end} halfway through the body`
        : `no answer (${connection})`,
    )
  }
  if (lostStatus !== undefined) parts.push(`the operation had answered ${lostStatus}`)
  if (delayMs > 0) parts.push(`held for ${Math.round(delayMs)} ms`)
  return parts.join('; ')
}

function postData(body: KeptBody, headers: readonly string[]): object {
  const mimeType = headerOf(headers, 'content-type') ?? NO_TYPE
  return { mimeType, text: maskJwt(body.text) }
}

/** The journal may have dropped the body, but its length is still in the headers. */
function bodySize(body: KeptBody | undefined, headers: readonly string[]): number {
  if (body !== undefined) return body.bytes
  if (headerOf(headers, 'transfer-encoding') !== undefined) return UNKNOWN
  return Number(headerOf(headers, 'content-length') ?? 0)
}

const pairs = (list: readonly (readonly [name: string, value: string])[]): object[] =>
  list.map(([name, value]) => ({ name, value }))
