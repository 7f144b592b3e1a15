import * as v from 'valibot'
import { dateTime, described, text, typed } from '../contract/answer-schema.js'
import type { ForkedMap } from '../core/forked-map.js'
import { Refusal } from '../core/refusal.js'
import { assertNamedByPath, assertShort } from './body.js'
import type { AdminCall } from './call.js'
import { byNumber, byText } from './lists/orders.js'
import { type ListInput, type RecordCalls, type RecordInput, recordCallsOf } from './record-calls.js'

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

/** The differences between entries of namespaces and of config stores. */
interface EntryCalls<E extends Entry, H extends Holder<E>, Body, Info extends v.GenericSchema>
  extends Pick<
    RecordCalls<E, Body, Info>,
    'base' | 'kind' | 'tag' | 'body' | 'schema' | 'example' | 'orders' | 'toJson'
  > {
  /** A body for PUT, for the index. */
  readonly bodyHelp: string
  /** The namespace or store that a request names, safe to write to. @throws Refusal not_found */
  find(input: ListInput): H
  put(body: Body & { readonly key: string }, world: RecordInput['world'], holder: H): E
  remove(world: RecordInput['world'], holder: H, entry: E): void
}

/** A value as exact text, if a number of it would lose digits. */
export const jsonText = described('The value as exact JSON text, where value could not hold it.', text)

/** An instant as a seed has it. */
export const seedInstant = described(
  'ISO 8601; ms beyond the year 9999.',
  v.union([dateTime, typed<number>({ type: 'integer', format: 'int64' })]),
)

/** The orders of all entries: `size` is the bytes of key and value, as storageBytes counts them. */
const ORDERS = {
  key: byText(({ key }: Entry) => key),
  size: byNumber(({ key, text }: Entry) => Buffer.byteLength(key) + Buffer.byteLength(text)),
}

/** The calls on entries of a namespace or store. */
export function entryCallsOf<
  E extends Entry,
  H extends Holder<E>,
  Body extends { key?: string },
  Info extends v.GenericSchema,
>(kind: EntryCalls<E, H, Body, Info>): readonly AdminCall[] {
  return recordCallsOf<E, Body, Info>({
    ...kind,
    named: 'key',
    help: {
      list: {
        summary: 'Its entries as in a seed, in order of insertion or sort=key, sort=-key, …',
        details:
          ': prefix=…, find=… in key or value, limit=100, after=<"next" of the page before>; counts nothing',
      },
      one: { summary: 'One entry', details: '; a slash in its key is written %2F' },
      put: {
        summary: `Create or replace an entry`,
        details: `: ${kind.bodyHelp}; counts nothing, and no quota holds it`,
      },
      remove: { summary: 'Remove an entry, live or expired', details: '; counts nothing' },
    },
    texts: ({ key, text }) => [key, text],
    orders: (origin) => ({ ...ORDERS, ...kind.orders(origin) }),
    recordsOf: (input) => kind.find(input).entries,
    nameOf: ({ params }) => params.key,
    put(body, input, key) {
      assertShort('key', key)
      assertNamedByPath('key', body.key, key)
      return kind.put({ ...body, key }, input.world, kind.find(input))
    },
    remove: (entry, input) => kind.remove(input.world, kind.find(input), entry),
    missing({ params: { id, key } }) {
      const hint = `GET /_admin${kind.base.replace(':id', id)} lists its entries`
      throw new Refusal('not_found', `${id} has no entry ${JSON.stringify(key)}`, { hint })
    },
  })
}
