// Imported from the module, since tests replace the global one by a fake.
import { setImmediate } from 'node:timers'
import { type Ends, onEnd } from './abort-signals.js'
import { networkError } from './responses.js'

/** How much of a body is read, and what ends that early. */
export interface BodyLimits {
  readonly bytesMax: number
  readonly ends: Ends
}

/** A stream that has its chunks at hand would otherwise block everything, even what ends it. */
const CHUNKS_AT_ONCE = 100

/**
 * Reads the body of a request until it is whole or longer than its bound, and cancels what is left of its
 * stream.
 *
 * @throws TypeError "fetch failed" if it cannot be read; the reason of an end
 */
export async function readBody(
  stream: ReadableStream<unknown>,
  { bytesMax, ends }: BodyLimits,
): Promise<Buffer> {
  const reader = stream.getReader()
  // What has failed already, or does not like to be cancelled, is over all the same.
  const cancel = (reason?: unknown) => void reader.cancel(reason).catch(() => {})
  let ended: { readonly reason: unknown } | undefined
  const release = onEnd(ends, (reason) => {
    ended = { reason }
    cancel(reason)
  })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for (let count = 1; length <= bytesMax; count++) {
      if (count % CHUNKS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      const { value, done } = await reader.read()
      if (done) break
      const chunk = bytesOf(value)
      chunks.push(chunk)
      length += chunk.length
    }
  } catch (error) {
    ended ??= { reason: networkError(error) }
  } finally {
    release()
    cancel()
  }
  if (ended !== undefined) throw ended.reason
  return Buffer.concat(chunks)
}

/** @throws TypeError, as fetch over a socket does */
function bytesOf(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk')
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
