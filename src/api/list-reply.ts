import { LongText } from '../core/long-text.js'
import { inTurns, type Steps } from '../core/steps.js'
import { chunksOf } from '../core/text-pieces.js'
import { type Reply, reply } from './message.js'

/** Longer lists, in characters, are not put together: they are made once to be measured, and once more to be sent. */
const WHOLE_MAX = 2_000_000

/** A list of an answer: its items, with what stands around and how each is shown. */
export interface ShownList<Item> {
  readonly open: string
  /** The same ones each time that they are gone through. */
  readonly items: Iterable<Item>
  /** An item's JSON text, made of what does not change. */
  readonly show: (item: Item) => string
  readonly close: string
}

/**
 * Answers with a list. The text of a long one is made in slices, so that other requests get their turn; the items are
 * those of the call, whatever happens meanwhile.
 *
 * @param headers name, value, …
 */
export function listReply<Item>(list: ShownList<Item>, headers?: readonly string[]): Reply | Promise<Reply> {
  const text = inTurns(measured(() => chunksOf(listPieces(list))))
  return text instanceof Promise ? text.then((body) => reply(200, body, headers)) : reply(200, text, headers)
}

/** Answers of A and B with all entries, as the member `name`. */
export const namedListReply = <Item>(
  name: 'keys' | 'configs',
  items: Iterable<Item>,
  show: (item: Item) => string,
): Reply | Promise<Reply> => listReply({ open: `{"ok":true,"${name}":[`, items, show, close: ']}' })

function* listPieces<Item>({ open, items, show, close }: ShownList<Item>): Generator<string> {
  let before = open
  for (const item of items) {
    yield before + show(item)
    before = ','
  }
  yield before === open ? open + close : close
}

/** A text that is made in chunks: whole, unless it is long. */
function* measured(chunks: () => Iterable<string>): Steps<string | LongText> {
  const begun: string[] = []
  let characters = 0
  let bytes = 0
  for (const chunk of chunks()) {
    if (characters > 0) yield
    characters += chunk.length
    bytes += Buffer.byteLength(chunk)
    if (characters <= WHOLE_MAX) begun.push(chunk)
  }
  const beginning = begun.join('')
  return characters <= WHOLE_MAX
    ? beginning
    : new LongText(chunks, { length: characters, byteLength: bytes, beginning })
}
