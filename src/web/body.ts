import type { IncomingMessage } from 'node:http'

/** A body as far as it was read. */
export interface ReceivedBody {
  readonly bytes: Buffer
  /** The body is longer than the limit; `bytes` has its beginning. */
  readonly isTooLarge: boolean
}

/** The most bytes of a body that are read, unless an option says otherwise. */
export const BODY_BYTES_MAX = 64 * 1024 * 1024

export const NO_BODY: ReceivedBody = { bytes: Buffer.alloc(0), isTooLarge: false }

/**
 * Reads a body and passes it on as soon as it is whole or longer than `bytesMax`; Node reads and drops the rest.
 * `done` is never called if the client goes away first.
 */
export function receiveBody(
  message: IncomingMessage,
  bytesMax: number,
  done: (body: ReceivedBody) => void,
): void {
  const { 'content-length': announced = '0', 'transfer-encoding': encoding } = message.headers
  if (announced === '0' && encoding === undefined) {
    done(NO_BODY)
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const onEnd = () => done({ bytes: Buffer.concat(chunks), isTooLarge: length > bytesMax })
  const onData = (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length <= bytesMax) return
    message.off('data', onData).off('end', onEnd).resume()
    onEnd()
  }
  message.on('data', onData).on('end', onEnd)
}
