import type { LayeredMap } from '../core/layered-map.js'
import { Refusal } from '../core/refusal.js'
import { type AdminCall, type AdminRoute, NO_CONTENT, ok } from './call.js'
import { readPage, takePage } from './query.js'

interface Entry {
  readonly seq: number
  readonly key: string
}

/** A namespace or a config store. */
interface Holder<E extends Entry> {
  readonly id: string
  readonly entries: LayeredMap<string, E>
}

/** What tells the entries of namespaces and config stores apart. */
export interface EntryKind<E extends Entry, H extends Holder<E>> {
  /** '/namespaces' or '/stores'. */
  readonly base: string
  /** A body for PUT, for the index. */
  readonly example: string
  /** The holder that a call names, safe to write to; refuses where there is none. */
  find(call: AdminCall): H
  /** Reads the body of a call and stores it under the key. */
  put(call: AdminCall, holder: H, key: string): E
  remove(call: AdminCall, holder: H, entry: E): void
  /** The entry as in a seed. */
  show(entry: E, call: AdminCall): object
}

/** The calls on entries. They count nothing, are held to no quota, and leave expired entries where they are. */
export function entriesOf<E extends Entry, H extends Holder<E>>(kind: EntryKind<E, H>): AdminRoute[] {
  const { base, example } = kind
  return [
    {
      method: 'GET',
      path: `${base}/:id/entries`,
      help: 'Its entries as in a seed, in order of insertion: prefix=…, limit=100, after=<"next" of the page before>; counts nothing',
      handle(call) {
        const { entries } = kind.find(call)
        const { after, limit, prefix } = readPage(call.query, 'limit', 'after', 'prefix')
        const { page, ...next } = takePage(entries.after(after), limit, ({ key }) => key.startsWith(prefix))
        return ok({ entries: page.map((entry) => kind.show(entry, call)), ...next })
      },
    },
    {
      method: 'GET',
      path: `${base}/:id/entries/:key`,
      help: 'One entry; a slash in its key is written %2F',
      handle: (call) => ok(kind.show(findEntry(call, kind.find(call)), call)),
    },
    {
      method: 'PUT',
      path: `${base}/:id/entries/:key`,
      help: `Create or replace an entry: ${example}; counts nothing, and no quota holds it`,
      handle(call) {
        return ok(kind.show(kind.put(call, kind.find(call), keyOf(call)), call))
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:id/entries/:key`,
      help: 'Remove an entry, live or expired; counts nothing',
      handle(call) {
        const holder = kind.find(call)
        kind.remove(call, holder, findEntry(call, holder))
        return NO_CONTENT
      },
    },
  ]

  function findEntry(call: AdminCall, { id, entries }: H): E {
    const key = keyOf(call)
    const entry = entries.get(key)
    if (entry !== undefined) return entry
    const hint = `GET /_admin${base}/${id}/entries lists its entries`
    throw new Refusal('not_found', `${id} has no entry ${JSON.stringify(key)}`, { hint })
  }
}

function keyOf({ params }: AdminCall): string {
  return params.key ?? ''
}

/**
 * Holds what a body says about itself to what the call says: an entry or record that was read can be sent back whole,
 * but not somewhere else.
 *
 * @param field 'key' or 'id'
 * @throws Refusal invalid_request
 */
export function holdToPath(field: string, given: string | undefined, named: string): void {
  if (given === undefined || given === named) return
  throw new Refusal('invalid_request', `${field}: the body says ${given}, the path says ${named}`, {
    hint: `leave ${field} out of the body; the path names what is written`,
  })
}
