import type { ServerResponse } from 'node:http'
import { httpDate } from '../../core/instants.js'
import { headerOf, joinedHeader } from '../../core/raw-headers.js'
import type { Reply } from '../../domain/requests/reply.js'

/** The answer headers that pages may read. */
const EXPOSED = 'x-next, retry-after, x-emulator-reason'

/** PATCH is left out, because only users' own services have it. */
const METHODS = 'GET, PUT, POST, DELETE'

interface FromPage {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
}

export function isPreflight(request: FromPage): boolean {
  return (
    request.method === 'OPTIONS' &&
    joinedHeader(request.rawHeaders, 'access-control-request-method') !== undefined
  )
}

/** Allows the page to use any method and header. `now` is in ms, for the Date header. */
export function preflightReply(request: FromPage, allowed: string, now: number): Reply {
  const headers = [
    ...allowOrigin(request, allowed),
    'Access-Control-Allow-Methods',
    joinedHeader(request.rawHeaders, 'access-control-request-method') === 'PATCH'
      ? `${METHODS}, PATCH`
      : METHODS,
    'Access-Control-Allow-Headers',
    joinedHeader(request.rawHeaders, 'access-control-request-headers') ?? '*',
    'Access-Control-Max-Age',
    '600',
    'Date',
    httpDate(now),
  ]
  return { status: 204, headers, body: undefined }
}

/** Leaves the headers alone if a user's own service has already set them. */
export function readableBy(request: FromPage, answer: Reply, allowed: string): Reply {
  if (headerOf(answer.headers, 'access-control-allow-origin') !== undefined) return answer
  return { ...answer, headers: answer.headers.concat(readableHeaders(request, allowed)) }
}

/** Flat, and empty if there is no Origin header. */
function readableHeaders(request: FromPage, allowed: string): readonly string[] {
  if (joinedHeader(request.rawHeaders, 'origin') === undefined) return []
  return [...allowOrigin(request, allowed), 'Access-Control-Expose-Headers', EXPOSED]
}

/** If `allowed` is undefined, no page may read the response. */
export function makeReadable(response: ServerResponse, allowed: string | undefined): void {
  if (allowed === undefined) return
  const headers = readableHeaders(response.req, allowed)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  }
}

export const isAllowed = (origin: string, allowed: string): boolean =>
  allowed === '*' || allowed.split(',').includes(origin.toLowerCase())

/**
 * @param allowed comma-separated origins, or "*". Even for "*" we return the page's own origin, because caches must not
 * share an answer that varies
 */
function allowOrigin(request: FromPage, allowed: string): string[] {
  const page = joinedHeader(request.rawHeaders, 'origin')
  const [first = ''] = allowed.split(',', 1)
  const granted = page !== undefined && isAllowed(page, allowed) ? page : undefined
  const headers = ['Access-Control-Allow-Origin', granted ?? first, 'Vary', 'Origin']
  if (granted !== undefined && allowed !== '*') headers.push('Access-Control-Allow-Credentials', 'true')
  return headers
}
