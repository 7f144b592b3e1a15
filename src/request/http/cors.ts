import type { ServerResponse } from 'node:http'
import { joinedHeader } from '../../core/raw-headers.js'
import type { Reply } from '../../domain/requests/reply.js'

/** The headers that pages may read. */
const EXPOSED = 'x-next, retry-after, x-emulator-reason'

/** A request, as far as it decides who may read its answer. */
interface FromPage {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
}

/** Whether this is a browser's preflight of a request from another origin. */
export function isPreflight(request: FromPage): boolean {
  return (
    request.method === 'OPTIONS' &&
    joinedHeader(request.rawHeaders, 'access-control-request-method') !== undefined
  )
}

/** Allows the page every method and header of the request to come. `now` in ms, for the Date header. */
export function preflightReply(request: FromPage, allowed: string, now: number): Reply {
  const headers = [
    ...allowOrigin(request, allowed),
    'Access-Control-Allow-Methods',
    'GET, PUT, POST, DELETE',
    'Access-Control-Allow-Headers',
    joinedHeader(request.rawHeaders, 'access-control-request-headers') ?? '*',
    'Access-Control-Max-Age',
    '600',
    'Date',
    new Date(now).toUTCString(),
  ]
  return { status: 204, headers, body: undefined }
}

/** An answer, made readable by the page. */
export function readableBy(request: FromPage, answer: Reply, allowed: string): Reply {
  const headers = readableHeaders(request, allowed)
  return headers.length === 0 ? answer : { ...answer, headers: [...answer.headers, ...headers] }
}

/**
 * The headers that make an answer readable by the page that asked: name, value, name, value, …; none for
 * others.
 */
function readableHeaders(request: FromPage, allowed: string): readonly string[] {
  if (joinedHeader(request.rawHeaders, 'origin') === undefined) return []
  return [...allowOrigin(request, allowed), 'Access-Control-Expose-Headers', EXPOSED]
}

/** Lets the page read every answer, as far as it is one of those allowed; undefined: none is. */
export function makeReadable(response: ServerResponse, allowed: string | undefined): void {
  if (allowed === undefined) return
  const headers = readableHeaders(response.req, allowed)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  }
}

/** Checks whether pages of an origin may call. */
export const isAllowed = (origin: string, allowed: string): boolean =>
  allowed === '*' || allowed.split(',').includes(origin.toLowerCase())

/**
 * @param allowed origins with commas between, or "*" for any: then the page's own is named, since an answer that
 * varies may not be cached for all
 */
function allowOrigin(request: FromPage, allowed: string): string[] {
  const page = joinedHeader(request.rawHeaders, 'origin')
  const [first = ''] = allowed.split(',', 1)
  const granted = page !== undefined && isAllowed(page, allowed) ? page : undefined
  const headers = ['Access-Control-Allow-Origin', granted ?? first, 'Vary', 'Origin']
  if (granted !== undefined && allowed !== '*') headers.push('Access-Control-Allow-Credentials', 'true')
  return headers
}
