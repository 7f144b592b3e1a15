import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../core/memory.js'

/** A body as far as it was read. */
export interface ReceivedBody {
  readonly bytes: Buffer
  /** The body is longer than the bound; `bytes` has its beginning. */
  readonly isTooLarge: boolean
}

/** Likewise, in the pieces that came: of a long body they are not put together in one go. */
export interface ReceivedPieces {
  /** Whoever reads them may take them away one by one. */
  readonly pieces: Buffer[]
  /** In bytes. */
  readonly length: number
  readonly isTooLarge: boolean
}

export const NO_BODY: ReceivedBody = { bytes: Buffer.alloc(0), isTooLarge: false }

/** Whether a message announces a body; without one there is nothing to wait for. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** How much of a body is read. */
export interface BodyBounds {
  /** Bytes; null: no bound of its own. */
  readonly bytesMax: number | null
  /** Holds what has arrived. */
  readonly memory: MemoryAccount
  /** Is called in place of `done` where there is no room for the rest. */
  readonly onNoRoom: () => void
}

/**
 * Reads a body up to a bound and hands it on as soon as it is whole or too large; Node reads
 * and drops what follows. `done` is never called where the client goes away first.
 */
export function receiveBody(
  message: IncomingMessage,
  bounds: BodyBounds,
  done: (body: ReceivedBody) => void,
): void {
  receivePieces(message, bounds, ({ pieces, isTooLarge }) => done({ bytes: whole(pieces), isTooLarge }))
}

/** `receiveBody`, in pieces. */
export function receivePieces(
  message: IncomingMessage,
  { bytesMax, memory, onNoRoom }: BodyBounds,
  done: (body: ReceivedPieces) => void,
): void {
  if (!announcesBody(message)) {
    done({ pieces: [], length: 0, isTooLarge: false })
    return
  }
  const pieces: Buffer[] = []
  let length = 0
  const stop = () => message.off('data', onData).off('end', onEnd).resume()
  const release = () => {
    memory.add(-length)
    length = 0
  }
  message.once('close', release)
  const onData = (chunk: Buffer) => {
    if (!memory.take(chunk.length)) {
      stop()
      release()
      pieces.length = 0
      onNoRoom()
      return
    }
    pieces.push(chunk)
    length += chunk.length
    if (bytesMax === null || length <= bytesMax) return
    stop()
    done({ pieces, length, isTooLarge: true })
  }
  const onEnd = () => done({ pieces, length, isTooLarge: false })
  message.on('data', onData).on('end', onEnd)
}

const whole = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
