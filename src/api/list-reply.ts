import { type Reply, reply } from './message.js'

/** Returns the answer of A and B with all entries, as the member `name`. */
export function namedListReply<Item>(
  name: 'keys' | 'configs',
  items: Iterable<Item>,
  show: (item: Item) => string,
): Reply {
  const texts: string[] = []
  for (const item of items) texts.push(show(item))
  return reply(200, `{"ok":true,"${name}":[${texts.join(',')}]}`)
}
