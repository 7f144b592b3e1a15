import { constants } from 'node:buffer'
import { getHeapStatistics } from 'node:v8'
import { EmulatorError } from './error.js'

/** What is made of the text of an answer takes several times as much as the text. */
const HEAP_SHARE = 1 / 8
/** Pieces are put together in so large groups: a server may send a byte at a time. */
const PIECES_MAX = 1000

/** The longest answer that is read, in bytes. */
const bytesMax = (): number =>
  Math.min(getHeapStatistics().heap_size_limit * HEAP_SHARE, constants.MAX_STRING_LENGTH)

/**
 * The text of an answer, unless it is longer than this process has room for.
 *
 * @param call what was called: "GET /_admin/state"
 * @throws EmulatorError for one that is too long; the error of fetch where it breaks off
 */
export async function answerText({ body }: Response, call: string, longest = bytesMax()): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const groups: string[] = []
  let group: string[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.byteLength
    // Leaving the loop ends the connection.
    if (length > longest) throw tooLong(call, longest)
    group.push(decoder.decode(piece, { stream: true }))
    if (group.length < PIECES_MAX) continue
    groups.push(group.join(''))
    group = []
  }
  return [...groups, ...group, decoder.decode()].join('')
}

function tooLong(call: string, longest: number): EmulatorError {
  return new EmulatorError(call, {
    status: 0,
    code: 'too_large',
    message: `the answer is longer than ${Math.floor(longest)} bytes, an eighth of the heap of this process`,
    hint: 'ask for less, or give it a larger heap: NODE_OPTIONS=--max-old-space-size=8192',
  })
}
