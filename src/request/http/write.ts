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
 * The pause between the last bytes and the reset, in real ms. If the reset overtakes the bytes, the client may lose
 * unread data or see a normal close. With a few megabytes, some data may still be lost, as with any reset.
 */
const RESET_PAUSE_MS = 10

export interface Timers {
  readonly set: (run: () => void, ms: number) => NodeJS.Timeout
  readonly clear: (timer: NodeJS.Timeout) => void
}

/** Imported explicitly, because tests fake the global timers. */
const systemTimers: Timers = { set: setTimeout, clear: clearTimeout }

/**
 * Writes an answer and applies its fault, which may delay it, or break the connection before or during it.
 *
 * @returns a promise if the answer is delayed, which never settles if the client disconnects first
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
    else if (isHalf) writeHalf(response, reply, connection)
    else writeReply(response, reply)
  }
  // A timer would cost more than the answer, so don't use one if there's no delay.
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
    // Otherwise the timer would keep the process alive for a client that has disconnected.
    response.once('close', () => timers.clear(timer))
  })
}

export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false
  response.writeHead(status, headers as string[])
  response.end(body)
}

/** Rejects a request in the error format of the service that its path belongs to. */
export function reject(response: ServerResponse, rejection: Rejection, place: RejectionContext): void {
  rejectRequest(response, rejection, rejectionAnswer(rejection, place))
}

/** Announces the whole body, but only writes half of it before resetting or closing the connection. */
function writeHalf(
  response: ServerResponse,
  { status, headers, body }: Reply,
  connection: ConnectionFault | undefined,
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
  // If the client runs in the same process, this lets it read first.
  else systemTimers.set(() => setImmediate(perform), RESET_PAUSE_MS)
}

/**
 * Waits until earlier pipelined answers, and the bytes of this one written so far, have been sent, then calls `then`.
 */
function whenItsTurn(response: ServerResponse, then: (socket: Socket) => void): void {
  const whenFlushed = (socket: Socket) => {
    socket.write('', () => then(socket))
  }
  if (response.socket !== null) whenFlushed(response.socket)
  // A response gets its socket before it writes its buffered bytes.
  else response.once('socket', (socket) => queueMicrotask(() => whenFlushed(socket)))
}
