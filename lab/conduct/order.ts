import type { RequestDetails } from 'tristore-emulator'
import { EARLY_MS } from './measures.js'

/**
 * Says if the client already had an answer when it sent a later request: it did ("after"), it didn't ("together"), or
 * another part of the client may have sent the request ("unsure").
 */
export type KnownOrder = 'after' | 'together' | 'unsure'

export type OrderOf = (earlier: RequestDetails, later: RequestDetails) => KnownOrder

/** Returns when the answer was sent, in real ms on the same scale as `arrivedMs`. */
export const answeredMs = ({ arrivedMs, durationMs, delayMs = 0 }: RequestDetails): number =>
  arrivedMs + durationMs + delayMs

/** Returns the ms between two requests on the service's clock, or undefined if that clock kept pace with real time. */
function movedMs(earlier: RequestDetails, later: RequestDetails): number | undefined {
  const movedMs = later.at - earlier.at
  return movedMs > later.arrivedMs - earlier.arrivedMs + EARLY_MS ? movedMs : undefined
}

/** Returns the ms between an answer and a later request, in real or virtual time, whichever is longer. */
export const waitedMs = (earlier: RequestDetails, later: RequestDetails): number =>
  Math.max(later.arrivedMs - answeredMs(earlier), movedMs(earlier, later) ?? 0)

/** Returns the ms between two arrivals, in real or virtual time, whichever is longer. */
export const apartMs = (earlier: RequestDetails, later: RequestDetails): number =>
  Math.max(later.arrivedMs - earlier.arrivedMs, movedMs(earlier, later) ?? 0)

/** @param records oldest first */
export function orderIn(records: readonly RequestDetails[]): OrderOf {
  const sockets = new Set<number | undefined>()
  /** The first request on each connection. */
  const openers = new Set<RequestDetails>()
  for (const record of records) {
    if (!sockets.has(record.socket?.id)) openers.add(record)
    sockets.add(record.socket?.id)
  }
  return (earlier, later) => {
    const { delayMs = 0 } = earlier
    const isAnswered = later.arrivedMs >= answeredMs(earlier) || (movedMs(earlier, later) ?? -1) >= delayMs
    if (!isAnswered) return 'together'
    const { socket } = later
    if (socket === undefined || socket.id === earlier.socket?.id) return 'after'
    const wasThere = socket.openedMs < answeredMs(earlier)
    if (wasThere) return openers.has(later) ? 'together' : 'unsure'
    return wasLeftOpen(earlier, later) ? 'unsure' : 'after'
  }
}

/** Returns true if the earlier connection could have been reused, as a sequential client would have done. */
function wasLeftOpen({ socket, connection }: RequestDetails, later: RequestDetails): boolean {
  if (socket === undefined || connection !== undefined) return false
  return socket.closedMs === undefined || socket.closedMs > later.arrivedMs
}

/** A client that sends one request at a time alternates between up to this many connections, like Node's `fetch`. */
const CONNECTIONS_IN_TURN = 2

/** The number of preceding requests to look at. Earlier ones can't have overlapped. */
const NEAR = 50

/** Returns true if any of the requests overlapped. `records` are oldest first. */
export function areSideBySide(records: readonly RequestDetails[], orderOf: OrderOf): boolean {
  const orders = records.slice(1).map((later, index) => {
    const earlier = records[index]
    return earlier === undefined ? 'after' : orderOf(earlier, later)
  })
  if (orders.includes('together')) return true
  const sockets = new Set(records.map(({ socket }) => socket?.id))
  return orders.includes('unsure') && sockets.size > CONNECTIONS_IN_TURN
}

/**
 * Returns true if the request may come from a part of the client that didn't know the earlier answer.
 *
 * @param records the requests judged together (for one resource, or with one key), oldest first
 * @param place the request's index
 */
export function isDoubtful(
  answered: RequestDetails,
  place: number,
  records: readonly RequestDetails[],
  orderOf: OrderOf,
): boolean {
  const request = records[place]
  if (request === undefined || orderOf(answered, request) !== 'after') return true
  const near = records.slice(Math.max(0, place + 1 - NEAR), place + 2)
  // The neighbours on both sides show what overlapped with these two.
  return areSideBySide(near.slice(Math.max(0, near.lastIndexOf(answered) - 1)), orderOf)
}
