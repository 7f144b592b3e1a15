import { constants } from 'node:buffer'
import { EmulatorError } from './error.js'

/** Parsing a text takes several times its memory. */
const HEAP_SHARE = 1 / 8

/** In bytes. Loads what measures the heap only now, so that no import waits for it. */
async function longestAnswer(): Promise<number> {
  const { getHeapStatistics } = await import('node:v8')
  return Math.min(getHeapStatistics().heap_size_limit * HEAP_SHARE, constants.MAX_STRING_LENGTH)
}

/**
 * Reads the body of an answer, unless it is too long for this process.
 *
 * @param call what was called: "GET /_admin/state"
 * @throws EmulatorError if it is too long; the error of fetch if it breaks off
 */
export async function answerText({ body }: Response, call: string, given?: number): Promise<string> {
  const bytesMax = given ?? (await longestAnswer())
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
 * Reads UTF-8. Returns undefined for more than `bytesMax` bytes, and stops reading there.
 *
 * @param body null: an empty one
 * @throws the error of the stream
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
