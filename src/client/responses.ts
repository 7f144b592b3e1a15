import { STATUS_CODES } from 'node:http'
import type { Answer, Reply } from '../api/call.js'
import { failed, halfOf, otherSideClosed, unanswered } from './broken.js'
import { hang, pause } from './waiting.js'

/** A request that is on its way. */
export interface Sent {
  readonly method: string
  /** Where it went, for the answer to tell. */
  readonly url: URL
  readonly signal: AbortSignal | undefined
}

/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Gives an answer as fetch does, and performs what a fault does to it: holds it, and breaks off in place of it or in
 * the middle.
 *
 * @param closed aborted when the emulator closes: what hangs ends then
 * @throws TypeError "fetch failed" where there is no answer; the signal's reason
 */
export async function deliver(
  { reply, disturbance }: Answer,
  sent: Sent,
  closed: AbortSignal,
): Promise<Response> {
  const { delayMs = 0, connection } = disturbance ?? {}
  if (delayMs > 0) await pause(delayMs, sent.signal)
  if (reply !== undefined) return responseTo(sent, reply, connection === 'truncate')
  if (connection === 'reset' || connection === 'close' || connection === 'garbage') {
    throw unanswered(connection)
  }
  const { signal } = sent
  const end: [AbortSignal, () => unknown][] = [[closed, () => failed(otherSideClosed())]]
  return hang(signal === undefined ? end : [...end, [signal, () => signal.reason]])
}

/** An answer as a standard Response, its body cut in half where that is asked for. */
export function responseTo({ method, url }: Sent, reply: Reply, isCut = false): Response {
  const { status, headers: list, body = '' } = reply
  const headers = new Headers()
  for (let index = 0; index + 1 < list.length; index += 2) {
    headers.append(list[index] ?? '', list[index + 1] ?? '')
  }
  const isBodiless = method === 'HEAD' || BODILESS.has(status)
  const content = isCut && body !== '' ? halfOf(Buffer.from(body)) : body
  const init = { status, statusText: STATUS_CODES[status] ?? '', headers }
  const response = new Response(isBodiless ? null : content, init)
  Object.defineProperty(response, 'url', { value: url.href, configurable: true })
  return response
}
