import { constants } from 'node:buffer'
import { EmulatorError } from './error.js'

/** Parsing takes several times as much memory as the text itself. */
const HEAP_SHARE = 1 / 8

/** In bytes. Loads `node:v8` only when it's needed, to keep importing this module fast. */
function longestAnswer(): number {
  const { heap_size_limit: heap } = process.getBuiltinModule('node:v8').getHeapStatistics()
  return Math.min(heap * HEAP_SHARE, constants.MAX_STRING_LENGTH)
}

/**
 * @param call for error messages, e.g. "GET /_admin/state"
 * @throws EmulatorError if the body is too large for this process, or the error from `fetch` if the connection breaks
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
    message: `the answer is longer than ${Math.floor(bytesMax)} bytes, an eighth of this process's heap`,
    hint: 'ask for less, or make the heap larger: NODE_OPTIONS=--max-old-space-size=8192',
  })
}

/** Stops reading and returns undefined once there are more than `bytesMax` bytes. */
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
