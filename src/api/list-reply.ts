import { LongText } from '../core/long-text.js'
import { inTurns, type Steps } from '../core/steps.js'
import { chunksOf } from '../core/text-pieces.js'
import { type Reply, reply } from './message.js'

/** Longer lists, in characters, are not put together: they are made once to be measured, and once more to be sent. */
const WHOLE_MAX = 4_000_000

/**
 * Answers with all entries, as the member `name`. The text of a long list is made in slices, so that other requests get
 * their turn; the items are those of the call, whatever happens meanwhile.
 *
 * @param show an item's JSON text, made of what does not change
 */
export function listReply<Item>(
  name: 'keys' | 'configs',
  items: readonly Item[],
  show: (item: Item) => string,
): Reply | Promise<Reply> {
  const text = inTurns(measured(() => chunksOf(listPieces(name, items, show))))
  return text instanceof Promise ? text.then((body) => reply(200, body)) : reply(200, text)
}

function* listPieces<Item>(
  name: string,
  items: readonly Item[],
  show: (item: Item) => string,
): Generator<string> {
  let before = `{"ok":true,"${name}":[`
  for (const item of items) {
    yield before + show(item)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
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
  return characters <= WHOLE_MAX ? begun.join('') : new LongText(chunks, characters, bytes)
}
