import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../core/memory.js'

/** A body as far as it was read. */
export interface ReceivedBody {
  readonly bytes: Buffer
  /** The body is longer than the bound; `bytes` has its beginning. */
  readonly isTooLarge: boolean
}

const NOTHING: ReceivedBody = { bytes: Buffer.alloc(0), isTooLarge: false }

/** Whether a message announces a body; without one there is nothing to wait for. */
function announcesBody({ headers }: IncomingMessage): boolean {
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
  { bytesMax, memory, onNoRoom }: BodyBounds,
  done: (body: ReceivedBody) => void,
): void {
  if (!announcesBody(message)) {
    done(NOTHING)
    return
  }
  const chunks: Buffer[] = []
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
      chunks.length = 0
      onNoRoom()
      return
    }
    chunks.push(chunk)
    length += chunk.length
    if (bytesMax === null || length <= bytesMax) return
    stop()
    done({ bytes: whole(chunks), isTooLarge: true })
  }
  const onEnd = () => done({ bytes: whole(chunks), isTooLarge: false })
  message.on('data', onData).on('end', onEnd)
}

const whole = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
