import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import {
  type ConnectionFault,
  connectionFaults,
  isEndless,
  isHalving,
  type OpenConnection,
} from '../../domain/faults/connection-faults.js'
import type { Answer, Reply } from '../../domain/requests/reply.js'
import { type Rejection, rejectRequest } from '../../web/reject.js'
import { type RejectedAt, rejectionAnswer } from '../rejection.js'

/**
 * Real ms from the last bytes to the reset after them. A reset that overtakes its bytes makes a client lose what it
 * has not read yet, or look to it like an orderly end. Some of a few megabytes may still be lost, as with any reset.
 */
const RESET_PAUSE_MS = 10

/** Real timers. */
export interface Timers {
  readonly set: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clear: (timer: NodeJS.Timeout) => void
}

/** Node's own, even if a test in the same process replaces the global ones. */
const systemTimers: Timers = { set: setTimeout, clear: clearTimeout }

/**
 * Writes an answer the way its fault says: late, or with a broken connection in place of it or in its middle.
 *
 * @returns a promise for a late one, which stays open if the client leaves first
 */
export function writeAnswer(
  response: ServerResponse,
  { reply, faultAction }: Answer,
  timers = systemTimers,
): Promise<void> | undefined {
  if (faultAction === undefined) {
    if (reply !== undefined) writeReply(response, reply)
    return undefined
  }
  const { delayMs, connection, wait } = faultAction
  if (wait !== undefined) response.once('close', () => wait.end('aborted'))
  const write = () => {
    const isHalf = isHalving(connection)
    if (!isEndless(connection)) wait?.end(reply === undefined || isHalf ? 'broken' : 'answered')
    if (reply === undefined) breakOff(response, connection)
    else if (isHalf && connection !== undefined) writeHalf(response, reply, connection)
    else writeReply(response, reply)
  }
  // A timer would cost more than the answer, so there is none for no delay.
  if (delayMs <= 0) {
    write()
    return undefined
  }
  return new Promise((resolve, reject) => {
    const timer = timers.set(() => {
      try {
        resolve(write())
      } catch (error) {
        reject(error)
      }
    }, delayMs)
    // A timer would keep the process alive for a client that is gone.
    response.once('close', () => timers.clear(timer))
  })
}

/** Writes the whole of an answer. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false
  response.writeHead(status, headers as string[])
  response.end(body)
}

/** Refuses a request in the shape of the service that its path names. */
export function reject(response: ServerResponse, rejection: Rejection, place: RejectedAt): void {
  rejectRequest(response, rejection, rejectionAnswer(rejection, place))
}

/** Writes half of the body after a head that promises all of it, then resets or closes the connection. */
function writeHalf(
  response: ServerResponse,
  { status, headers, body }: Reply,
  connection: ConnectionFault,
): void {
  response.sendDate = false
  response.writeHead(status, headers as string[])
  response.flushHeaders()
  const bytes = Buffer.from(body ?? '')
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)))
  breakOff(response, connection)
}

function breakOff(response: ServerResponse, connection: ConnectionFault | undefined): void {
  const end = connection && connectionFaults[connection].end
  if (end !== undefined) whenItsTurn(response, (socket) => end(openConnection(socket)))
}

const openConnection = (socket: Socket): OpenConnection => ({
  reset: () => reset(socket),
  close(bytes) {
    if (bytes === undefined) socket.destroySoon()
    else socket.end(bytes, 'latin1')
  },
})

function reset(socket: Socket): void {
  const perform = () => socket.resetAndDestroy()
  if (socket.bytesWritten === 0) perform()
  // In the next round of events, a client in this very process has had its turn to read, too.
  else systemTimers.set(() => setImmediate(perform), RESET_PAUSE_MS)
}

/**
 * Pipelined requests are answered in order: a connection breaks only once the answers before are out, and the bytes of
 * this one that are written so far.
 */
function whenItsTurn(response: ServerResponse, then: (socket: Socket) => void): void {
  const whenFlushed = (socket: Socket) => {
    socket.write('', () => then(socket))
  }
  if (response.socket !== null) whenFlushed(response.socket)
  // A response announces its socket before it writes the bytes that it has held back.
  else response.once('socket', (socket) => queueMicrotask(() => whenFlushed(socket)))
}
