import { described, either, list, object, type Schema, text, typed } from '../contract/json-schema.js'
import type { ForkedMap } from '../core/forked-map.js'
import { Refusal } from '../core/refusal.js'
import type { BlockSource } from '../seed/expand/block.js'
import { assertShort, needed } from './body.js'
import { type AdminCall, type CallInput, call, type RequestBody } from './call.js'
import { byNumber, type Orders } from './lists/orders.js'
import { keyPrefix, nextPage, pageQuery, readPage, takePage } from './lists/pages.js'
import type { Tag } from './tags.js'

interface Entry {
  readonly seq: number
  readonly key: string
  readonly text: string
}

/** A namespace or a config store. */
interface Holder<E extends Entry> {
  readonly id: string
  readonly entries: ForkedMap<string, E>
}

/** The differences between entries of namespaces and entries of config stores. */
export interface EntryKind<E extends Entry, H extends Holder<E>, Body, Info> {
  readonly base: '/namespaces' | '/stores'
  readonly tag: Tag
  /** A body for PUT, for the index. */
  readonly bodyHelp: string
  readonly body: RequestBody<Body>
  readonly schema: Schema<Info>
  readonly example: Info
  /** The namespace or store that a request names, safe to write to; refuses if there is none. */
  find(input: CallInput<'id'>): H
  /** Stores the entry in a body under the key. */
  put(body: Body, world: CallInput['world'], holder: H, key: string): E
  remove(world: CallInput['world'], holder: H, entry: E): void
  /** The orders that a list of entries can have; `origin` is that of the state. */
  orders(origin: number): Orders<E>
  /** The entry as in a seed. */
  toJson(entry: E, world: CallInput['world']): Info
}

/** A value as exact text, if a number of it would lose digits. */
export const jsonText = described('The value as exact JSON text, where value could not hold it.', text)

/** An instant as a seed has it. */
export const seedInstant: Schema<string | number> = described(
  'ISO 8601; ms beyond the year 9999.',
  either(
    typed<string>({ type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' }),
    typed<number>({ type: 'integer', format: 'int64' }),
  ),
)

/** By the bytes of key and value, as storageBytes counts them. */
export const bySize = byNumber(({ key, text }: Entry) => Buffer.byteLength(key) + Buffer.byteLength(text))

/** The calls on entries. They count nothing, are held to no quota, and leave expired entries where they are. */
export function entryCallsOf<E extends Entry, H extends Holder<E>, Body extends BlockSource, Info>(
  kind: EntryKind<E, H, Body, Info>,
): readonly AdminCall[] {
  const { base, tag, schema, example } = kind
  const orderNames = Object.keys(kind.orders(0))
  return [
    call({
      method: 'GET',
      path: `${base}/:id/entries`,
      help: 'Its entries as in a seed, in order of insertion or sort=key, sort=-key, …: prefix=…, find=… in key or value, limit=100, after=<"next" of the page before>; counts nothing',
      tag,
      query: { ...pageQuery(orderNames), prefix: keyPrefix },
      answer: {
        schema: object({ entries: list(schema) }, { next: nextPage }),
        example: { entries: [example] },
      },
      async handle(input) {
        const { entries } = kind.find(input)
        const asked = readPage(input.query, orderNames, true)
        const looks = {
          texts: ({ key, text }: E) => [key, text],
          orders: kind.orders(input.world.state.origin),
          key: ({ key }: E) => key,
        }
        const { page, ...next } = takePage(entries, asked, looks)
        return { entries: page.map((entry) => kind.toJson(entry, input.world)), ...next }
      },
    }),
    call({
      method: 'GET',
      path: `${base}/:id/entries/:key`,
      help: 'One entry; a slash in its key is written %2F',
      tag,
      answer: { schema, example },
      handle: (input) => kind.toJson(findEntry(input, kind.find(input)), input.world),
    }),
    call({
      method: 'PUT',
      path: `${base}/:id/entries/:key`,
      help: `Create or replace an entry: ${kind.bodyHelp}; counts nothing, and no quota holds it`,
      tag,
      changes: base === '/namespaces' ? 'namespaces' : 'stores',
      addsContents: true,
      body: needed(kind.body),
      answer: { schema, example },
      refusals: ['invalid_seed'],
      async handle(input) {
        const { id } = kind.find(input)
        assertShort('key', input.params.key)
        const body = await input.body()
        const put = () => kind.put(body, input.world, kind.find(input), input.params.key)
        return kind.toJson(input.change(put, { id }), input.world)
      },
    }),
    call({
      method: 'DELETE',
      path: `${base}/:id/entries/:key`,
      help: 'Remove an entry, live or expired; counts nothing',
      tag,
      changes: base === '/namespaces' ? 'namespaces' : 'stores',
      handle(input) {
        const { id } = kind.find(input)
        input.change(
          () => {
            const holder = kind.find(input)
            kind.remove(input.world, holder, findEntry(input, holder))
          },
          { id },
        )
      },
    }),
  ]

  function findEntry({ params: { key } }: CallInput<'id' | 'key'>, { id, entries }: H): E {
    const entry = entries.get(key)
    if (entry !== undefined) return entry
    const hint = `GET /_admin${base}/${id}/entries lists its entries`
    throw new Refusal('not_found', `${id} has no entry ${JSON.stringify(key)}`, { hint })
  }
}
