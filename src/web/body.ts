import type { IncomingMessage, ServerResponse } from 'node:http'

export interface ReceivedBody {
  readonly bytes: Buffer
  /** If so, `bytes` contains its beginning. */
  readonly isTooLarge: boolean
}

export const BODY_BYTES_MAX = 64 * 1024 * 1024

export const NO_BODY: ReceivedBody = { bytes: Buffer.alloc(0), isTooLarge: false }

/** The client waits for a 100 Continue before it sends its body. */
export const awaitsContinue = ({ headers: { expect }, httpVersion }: IncomingMessage): boolean =>
  expect !== undefined && httpVersion === '1.1'

/**
 * Node reads and discards anything after `bytesMax`. The promise never settles if the client disconnects. A client
 * that's waiting for a 100 Continue gets it, unless the length it announced is too large.
 */
export function receiveBody(
  message: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
): ReceivedBody | Promise<ReceivedBody> {
  const {
    connection = '',
    'content-length': announced = '0',
    'transfer-encoding': encoding,
  } = message.headers
  if (awaitsContinue(message)) {
    if (Number(announced) > bytesMax) return { ...NO_BODY, isTooLarge: true }
    response.shouldKeepAlive = !/\bclose\b/i.test(connection)
    response.writeContinue()
  }
  if (announced === '0' && encoding === undefined) return NO_BODY
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const onEnd = () => resolve({ bytes: Buffer.concat(chunks), isTooLarge: length > bytesMax })
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= bytesMax) return
      message.off('data', onData).off('end', onEnd).resume()
      onEnd()
    }
    message.on('data', onData).on('end', onEnd)
  })
}
