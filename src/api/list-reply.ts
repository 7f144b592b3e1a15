import { setImmediate } from 'node:timers'
import { type Reply, reply } from './message.js'

/** Items rendered in one go: some ms of work. */
const SLICE_ITEMS = 2000

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
  const answer = (slices: readonly string[]) => reply(200, `{"ok":true,"${name}":[${slices.join(',')}]}`)
  if (items.length <= SLICE_ITEMS) return answer(items.map(show))
  return sliced(items, show).then(answer)
}

async function sliced<Item>(items: readonly Item[], show: (item: Item) => string): Promise<string[]> {
  const slices: string[] = []
  for (let from = 0; from < items.length; from += SLICE_ITEMS) {
    const slice = items.slice(from, from + SLICE_ITEMS).map(show)
    slices.push(slice.join(','))
    await othersTurn()
  }
  return slices
}

/** Node's own, whatever a test in the same process makes of the global one. */
const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
