import { constants } from 'node:buffer'
import { Refusal } from '../core/refusal.js'
import { inTurns, SLICE_ITEMS, type Steps } from '../core/steps.js'
import { type Reply, reply } from './message.js'

/** The rest of an answer with a list takes less. */
const TEXT_MAX = constants.MAX_STRING_LENGTH - 100

/**
 * Answers with all entries, as the member `name`. The text of a long list is made in slices, so that other requests get
 * their turn; the items are those of the call, whatever happens meanwhile.
 *
 * @param show an item's JSON text, made of what does not change
 * @param charactersMax the most that one text can hold
 * @throws Refusal out_of_memory where the list is longer
 */
export function listReply<Item>(
  name: 'keys' | 'configs',
  items: readonly Item[],
  show: (item: Item) => string,
  charactersMax = TEXT_MAX,
): Reply | Promise<Reply> {
  const slices = inTurns(sliced(items, show, charactersMax))
  const answer = (texts: readonly string[]) => reply(200, `{"ok":true,"${name}":[${texts.join(',')}]}`)
  return slices instanceof Promise ? slices.then(answer) : answer(slices)
}

function tooLong(charactersMax: number): Refusal {
  const reason = `the list is longer than the ${charactersMax} characters that one answer can have`
  return new Refusal('out_of_memory', reason, { hint: 'GET /_admin/state streams entries of any size' })
}

function* sliced<Item>(
  items: readonly Item[],
  show: (item: Item) => string,
  charactersMax: number,
): Steps<string[]> {
  const slices: string[] = []
  let length = 0
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    if (from > 0) yield
    const texts = items.slice(from, from + SLICE_ITEMS).map(show)
    length = texts.reduce((sum, text) => sum + text.length + 1, length)
    if (length > charactersMax) throw tooLong(charactersMax)
    slices.push(texts.join(','))
  }
  return slices
}
