import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../core/memory.js'

/** A body as far as it was read. */
export interface ReceivedBody {
  readonly bytes: Buffer
  /** The body is longer than the bound; `bytes` has its beginning. */
  readonly isTooLarge: boolean
}

/** Likewise, in pieces: a long body is not put together in one go. */
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

/** Shorter pieces are put together, since each takes some hundred bytes beside its own. */
const PIECE_BYTES = 4096

/** The chunks of a body as they come in. */
export class BodyPieces {
  readonly list: Buffer[] = []
  /** Has the last piece, and room behind it; undefined where that is a chunk as it came. */
  #block: Buffer | undefined

  add(chunk: Buffer): void {
    const last = this.list.at(-1)
    const length = (last?.length ?? 0) + chunk.length
    if (last === undefined || length > PIECE_BYTES) {
      this.list.push(chunk)
      this.#block = undefined
      return
    }
    if (this.#block === undefined) {
      this.#block = Buffer.allocUnsafeSlow(PIECE_BYTES)
      last.copy(this.#block)
    }
    chunk.copy(this.#block, last.length)
    this.list[this.list.length - 1] = this.#block.subarray(0, length)
  }
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
  receivePieces(message, bounds, ({ pieces, isTooLarge }) => done({ bytes: wholeBody(pieces), isTooLarge }))
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
  const pieces = new BodyPieces()
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
      pieces.list.length = 0
      onNoRoom()
      return
    }
    pieces.add(chunk)
    length += chunk.length
    if (bytesMax === null || length <= bytesMax) return
    stop()
    done({ pieces: pieces.list, length, isTooLarge: true })
  }
  const onEnd = () => done({ pieces: pieces.list, length, isTooLarge: false })
  message.on('data', onData).on('end', onEnd)
}

/** Puts the pieces of a body together. */
export const wholeBody = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
