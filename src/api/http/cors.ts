import { dateText } from '../../web/date.js'
import type { DataRequest, Reply } from '../message.js'

/** The headers that pages may read. */
const EXPOSED = 'x-next, retry-after, x-emulator-reason'

/** Whether this is a browser's preflight of a request from another origin. */
export function isPreflight(request: DataRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
}

/** Allows the page every method and header of the request to come. `now` in ms, for the Date header. */
export function preflightReply(request: DataRequest, allowed: string, now: number): Reply {
  const headers = [
    ...allowOrigin(request, allowed),
    'Access-Control-Allow-Methods',
    'GET, PUT, POST, DELETE',
    'Access-Control-Allow-Headers',
    request.header('access-control-request-headers') ?? '*',
    'Access-Control-Max-Age',
    '600',
    'Date',
    dateText(now),
  ]
  return { status: 204, headers, body: undefined }
}

/** The same answer, readable by the page. */
export function readableBy(request: DataRequest, answer: Reply, allowed: string): Reply {
  if (request.header('origin') === undefined) return answer
  const headers = [
    ...answer.headers,
    ...allowOrigin(request, allowed),
    'Access-Control-Expose-Headers',
    EXPOSED,
  ]
  return { ...answer, headers }
}

/** @param allowed one origin, or "*" for any: then the page's own is named, since credentials rule the star out */
function allowOrigin(request: DataRequest, allowed: string): string[] {
  const origin = allowed === '*' ? (request.header('origin') ?? '*') : allowed
  return ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin']
}
