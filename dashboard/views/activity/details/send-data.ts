import type { RequestDetails, RequestSummary } from '../../../../src/admin/request-json.js'
import { baseUrl, worldPath } from '../../../address.js'
import { ApiError, run } from '../../../api.js'
import { isMasked, ownHeaders, type Sent, type ToSend } from '../../../lib/curl.js'

export interface SentResult {
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** Undefined if another request came in between. */
  readonly id: string | undefined
}

export function asSent(request: Sent): ToSend {
  const { method, target, requestBody } = request
  return { method, target, headers: ownHeaders(request), body: requestBody?.text ?? '' }
}

/**
 * Sends a request as the application would. If the journal removed a token's signature, a new token is created.
 *
 * @throws ApiError if browsers can't send it
 */
export async function sendData(sent: ToSend, original: Sent): Promise<SentResult> {
  const { method, target } = sent
  const headers = await withToken(sent.headers, original)
  const status = await statusOf({ ...sent, headers }, addressOf(original.requestHeaders))
  const [newest] = (await run.get<{ requests: readonly RequestSummary[] }>('/requests', { limit: 1 }))
    .requests
  const [path] = target.split('?')
  const id = newest?.method === method && newest.path === path ? newest.id : undefined
  return { status, id }
}

/** Undefined if a fault dropped the response. */
async function statusOf(
  { method, target, headers, body }: ToSend,
  base: string,
): Promise<number | undefined> {
  const init: RequestInit = { method, redirect: 'manual', cache: 'no-store' }
  init.headers = headers.map(([name, value]): [string, string] => [name, value])
  if (body !== '' && method !== 'GET' && method !== 'HEAD') init.body = body
  let request: Request
  try {
    request = new Request(base + target, init)
  } catch (error) {
    const message = `Browsers can't send ${method} ${target}.`
    throw new ApiError({ status: 0, message, hint: String(error) })
  }
  return fetch(request).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function withToken(headers: ToSend['headers'], { credential }: Sent): Promise<[string, string][]> {
  const sent: [string, string][] = []
  for (const header of headers) {
    const [name, value] = header
    sent.push([name, isMasked(header) ? `Bearer ${await tokenOf(credential)}` : value])
  }
  return sent
}

async function tokenOf(sub: string | null): Promise<string> {
  return (await run.send<{ token: string }>('POST', '/tokens', sub === null ? {} : { sub })).token
}

/**
 * The address that the application used, since the database may be on another port. Falls back to the page's if that
 * one can't be reached.
 */
export function addressOf(headers: RequestDetails['requestHeaders']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const isSeenFromHere = host.replace(/:\d+$/, '') === location.hostname
  return isSeenFromHere ? `http://${host}${worldPath}` : baseUrl
}
