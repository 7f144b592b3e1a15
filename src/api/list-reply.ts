import { inTurns, SLICE_ITEMS, type Steps } from '../core/steps.js'
import { type Reply, reply } from './message.js'

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
  const slices = inTurns(sliced(items, show))
  const answer = (texts: readonly string[]) => reply(200, `{"ok":true,"${name}":[${texts.join(',')}]}`)
  return slices instanceof Promise ? slices.then(answer) : answer(slices)
}

function* sliced<Item>(items: readonly Item[], show: (item: Item) => string): Steps<string[]> {
  const slices: string[] = []
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    if (from > 0) yield
    slices.push(
      items
        .slice(from, from + SLICE_ITEMS)
        .map(show)
        .join(','),
    )
  }
  return slices
}
