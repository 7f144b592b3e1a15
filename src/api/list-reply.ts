import { LongText } from '../core/long-text.js'
import { chunksOf, type TextPieces } from '../core/text-pieces.js'
import type { RequestContext } from './context.js'
import { type Reply, reply } from './message.js'

/** Longer lists, in characters, are not put together: they are made once to be measured, and once more to be sent. */
const WHOLE_MAX = 2_000_000

/** The call that asks for a list. */
type ListCall = Pick<RequestContext, 'world' | 'request'>

/** A list of an answer: its items, with what stands around and how each is shown. */
export interface ShownList<Item> {
  readonly open: string
  /** The same ones each time that they are gone through. */
  readonly items: Iterable<Item>
  /** An item's JSON text, made of what does not change: in pieces where it is long. */
  readonly show: (item: Item) => string | TextPieces
  readonly close: string
}

/**
 * Answers with a list. The text of a long one is made in slices, so that other requests get their turn; the items are
 * those of the call, whatever happens meanwhile.
 *
 * @param headers name, value, …
 */
export const listReply = <Item>(
  list: ShownList<Item>,
  call: ListCall,
  headers?: readonly string[],
): Reply | Promise<Reply> => piecesReply(200, () => listPieces(list), call, headers)

/**
 * Answers with a text that may be long, likewise.
 *
 * @param pieces gives the same each time
 */
export function piecesReply(
  status: number,
  pieces: () => TextPieces,
  call: ListCall,
  headers?: readonly string[],
): Reply | Promise<Reply> {
  const chunks = () => chunksOf(pieces())
  const text = measured(chunks, call.world.bounds.bodyBytes)
  return text instanceof Promise
    ? text.then((body) => reply(status, body, headers))
    : reply(status, text, headers)
}

/** Answers of A and B with all entries, as the member `name`. */
export const namedListReply = <Item>(
  name: 'keys' | 'configs',
  items: Iterable<Item>,
  show: (item: Item) => string,
  call: ListCall,
): Reply | Promise<Reply> => listReply({ open: `{"ok":true,"${name}":[`, items, show, close: ']}' }, call)

function* listPieces<Item>({ open, items, show, close }: ShownList<Item>): Generator<string> {
  let before = open
  for (const item of items) {
    const shown = show(item)
    if (typeof shown === 'string') yield before + shown
    else {
      yield before
      yield* shown
    }
    before = ','
  }
  yield before === open ? open + close : close
}

/**
 * A text that is made in chunks: whole, unless it is long.
 *
 * @param shown characters that the journal keeps of it: so many of a long one are not made once more for that
 */
function measured(chunks: () => Iterable<string>, shown: number): string | LongText {
  const begun: string[] = []
  let [length, byteLength, longest] = [0, 0, 0]
  let isWhole = true
  for (const chunk of chunks()) {
    length += chunk.length
    byteLength += Buffer.byteLength(chunk)
    longest = Math.max(longest, chunk.length)
    isWhole &&= length === chunk.length || length <= WHOLE_MAX
    if (isWhole) begun.push(chunk)
    else begun.length = chunksFor(shown, begun)
  }
  const text = begun.join('')
  if (isWhole) return text
  return new LongText(chunks, { length, byteLength, beginning: text, longest: longest + text.length })
}

/** How many of the first chunks have so many characters; none, where all of them have fewer. */
function chunksFor(characters: number, chunks: readonly string[]): number {
  let left = characters
  for (const [index, { length }] of chunks.entries()) {
    left -= length
    if (left <= 0) return index + 1
  }
  return 0
}
