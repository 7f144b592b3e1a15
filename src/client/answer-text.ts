import { constants } from 'node:buffer'
import { EmulatorError } from './error.js'

/** Parsing takes several times as much memory as the text itself. */
const HEAP_SHARE = 1 / 8

/** Returns a number of bytes. Loads `node:v8` only now, so that loading this module stays fast. */
function longestAnswer(): number {
  const { heap_size_limit: heap } = process.getBuiltinModule('node:v8').getHeapStatistics()
  return Math.min(heap * HEAP_SHARE, constants.MAX_STRING_LENGTH)
}

/**
 * Reads a response's body, unless it's too large for this process.
 *
 * @param call used in error messages, e.g. "GET /_admin/state"
 * @throws EmulatorError if the body is too large, or the error from `fetch` if the connection breaks
 */
export async function answerText(
  { body }: Response,
  call: string,
  bytesMax = longestAnswer(),
): Promise<string> {
  const text = await streamText(body, bytesMax)
  if (text !== undefined) return text
  throw new EmulatorError(call, {
    status: 0,
    code: 'too_large',
    message: `the answer is longer than ${Math.floor(bytesMax)} bytes, an eighth of the heap of this process`,
    hint: 'ask for less, or give it a larger heap: NODE_OPTIONS=--max-old-space-size=8192',
  })
}

/**
 * Reads UTF-8 text. If there are more than `bytesMax` bytes, stops reading and returns undefined.
 *
 * @param body null if it's empty
 * @throws the stream's error
 */
async function streamText(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const texts: string[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.byteLength
    // Leaving the loop closes the stream.
    if (length > bytesMax) return undefined
    texts.push(decoder.decode(piece, { stream: true }))
  }
  return [...texts, decoder.decode()].join('')
}
