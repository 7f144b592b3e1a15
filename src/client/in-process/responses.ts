import { STATUS_CODES } from 'node:http'
import {
  CLOSED,
  type ConnectionFault,
  connectionFaults,
  isEndless,
  isHalving,
} from '../../domain/faults/connection-faults.js'
import type { Wait } from '../../domain/faults/wait.js'
import { type Answer, BODILESS, type Reply } from '../../domain/requests/reply.js'
import { type EndSignals, pause, untilEnd } from './abort-signals.js'

export interface SentRequest {
  readonly method: string
  /** Used for `response.url`. */
  readonly url: URL
  readonly signal: AbortSignal | undefined
}

/**
 * The response may be delayed by a fault, which may also break the connection before or during it.
 *
 * @param closed aborted when the emulator closes
 * @throws TypeError "fetch failed" if there's no response, or the signal's reason
 */
export async function deliver(
  { reply, faultAction }: Answer,
  sent: SentRequest,
  closed: AbortSignal,
): Promise<Response> {
  const { delayMs = 0, connection, wait } = faultAction ?? {}
  const ends = endsOf(sent, closed)
  if (delayMs > 0) await pause(delayMs, ends).catch(aborted(wait))
  if (!isEndless(connection)) wait?.end(reply === undefined || isHalving(connection) ? 'broken' : 'answered')
  if (reply !== undefined) return responseTo(sent, reply, isHalving(connection) ? connection : undefined)
  if (connection !== undefined && !isEndless(connection)) throw networkError(causeOf(connection))
  return untilEnd(ends).catch(aborted(wait))
}

export function endsOf({ signal }: Pick<SentRequest, 'signal'>, closed: AbortSignal): EndSignals {
  const close = [closed, () => networkError(otherSideClosed())] as const
  return signal === undefined ? [close] : [close, [signal, () => signal.reason]]
}

/** The client gave up, or the emulator closed. */
const aborted =
  (wait: Wait | undefined) =>
  (reason: unknown): never => {
    wait?.end('aborted')
    throw reason
  }

/** @param halving makes reading the body fail halfway through */
export function responseTo({ method, url }: SentRequest, reply: Reply, halving?: ConnectionFault): Response {
  const { status, headers: list, body = '' } = reply
  const isBodiless = method === 'HEAD' || BODILESS.has(status)
  const content = halving === undefined || body === '' ? body : halfOf(Buffer.from(body), halving)
  const init = { status, statusText: STATUS_CODES[status] ?? '', headers: headersOf(list) }
  const response = new Response(isBodiless ? null : content, init)
  Object.defineProperty(response, 'url', { value: url.href, configurable: true })
  return response
}

function headersOf(list: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < list.length; at += 2) headers.append(list[at] ?? '', list[at + 1] ?? '')
  return headers
}

/** Fails after sending the first half. */
function halfOf(bytes: Uint8Array, halving: ConnectionFault): ReadableStream<Uint8Array> {
  let half: Uint8Array | undefined = bytes.subarray(0, Math.floor(bytes.length / 2))
  return new ReadableStream(
    {
      pull(controller) {
        if (half !== undefined && half.length > 0) controller.enqueue(half)
        // Only fail on the next pull, because an error discards any queued chunks.
        else controller.error(new TypeError('terminated', { cause: causeOf(halving) }))
        half = undefined
      },
    },
    { highWaterMark: 0 },
  )
}

const causeOf = (connection: ConnectionFault): Error => socketError(connectionFaults[connection].cause)

export const otherSideClosed = (): Error => socketError(CLOSED)

function socketError({ name, message, code }: (typeof connectionFaults)[ConnectionFault]['cause']): Error {
  const error = Object.assign(new Error(message), { code })
  // It mustn't be enumerable, or the error would be printed without its name in front.
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  return code === 'ECONNRESET' ? Object.assign(error, { syscall: 'read' }) : error
}

export function networkError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}
