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
import { type RejectionContext, rejectionAnswer } from '../rejection.js'

/**
 * Real ms between the last bytes and the reset. A reset that overtakes its bytes makes a client lose unread data, or
 * looks like a normal close. With a few megabytes some may still be lost, as with any reset.
 */
const RESET_PAUSE_MS = 10

export interface Timers {
  readonly set: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clear: (timer: NodeJS.Timeout) => void
}

/** Imported, so tests that fake the global timers don't affect it. */
const systemTimers: Timers = { set: setTimeout, clear: clearTimeout }

/**
 * Writes an answer as its fault says: delayed, or with a broken connection instead of it or midway.
 *
 * @returns a promise for a delayed answer, which never settles if the client leaves first
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
  // A timer would cost more than the answer, so skip it without a delay.
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
    // The timer would keep the process alive for a client that has left.
    response.once('close', () => timers.clear(timer))
  })
}

export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false
  response.writeHead(status, headers as string[])
  response.end(body)
}

/** Rejects a request in the format of the service in its path. */
export function reject(response: ServerResponse, rejection: Rejection, place: RejectionContext): void {
  rejectRequest(response, rejection, rejectionAnswer(rejection, place))
}

/** Promises the whole body, writes half, then resets or closes the connection. */
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
  // Gives a client in the same process its turn to read first.
  else systemTimers.set(() => setImmediate(perform), RESET_PAUSE_MS)
}

/**
 * Waits for earlier pipelined answers, and for the bytes of this one written so far, before breaking the connection.
 */
function whenItsTurn(response: ServerResponse, then: (socket: Socket) => void): void {
  const whenFlushed = (socket: Socket) => {
    socket.write('', () => then(socket))
  }
  if (response.socket !== null) whenFlushed(response.socket)
  // A response announces its socket before it writes buffered bytes.
  else response.once('socket', (socket) => queueMicrotask(() => whenFlushed(socket)))
}
