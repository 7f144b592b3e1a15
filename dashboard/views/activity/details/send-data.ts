import type { RequestDetails, RequestSummary } from '../../../../src/admin/request-json.js'
import { baseUrl, worldPath } from '../../../address.js'
import { ApiError, run } from '../../../api.js'
import { ownHeaders, type Sent, type ToSend } from '../../../lib/curl.js'
import { isMasked } from '../../../lib/masked-token.js'

/** What came of it. */
export interface SentResult {
  /** undefined if no answer came. */
  readonly status: number | undefined
  /** Its id in the journal; undefined if another came in between. */
  readonly id: string | undefined
}

/** The request as it was sent, without what clients add by themselves. */
export function asSent(request: Sent): ToSend {
  const { method, target, requestBody } = request
  return { method, target, headers: ownHeaders(request), body: requestBody?.text ?? '' }
}

/**
 * Sends a request to this world, as the application would. A token whose signature the journal left out is
 * made again.
 *
 * @param original the request that it comes from
 * @throws ApiError if the browser sends no such request
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

/** @returns undefined if no answer came, as a fault may have it */
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
    const message = `A browser cannot send ${method} ${target}.`
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

/** The address that the app used, if it is the same from here: the database may have its own port. */
export function addressOf(headers: RequestDetails['requestHeaders']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const isSeenFromHere = host.replace(/:\d+$/, '') === location.hostname
  return isSeenFromHere ? `http://${host}${worldPath}` : baseUrl
}
