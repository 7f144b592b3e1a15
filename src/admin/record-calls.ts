import * as v from 'valibot'
import { type AnswerOf, dateTime, described, text, typed } from '../contract/answer-schema.js'
import type { ForkedMap } from '../core/forked-map.js'
import { Refusal } from '../core/refusal.js'
import type { ViewedKind } from '../domain/parts.js'
import { assertNamedByPath, assertShort, needed } from './body.js'
import { type AdminCall, type CallHelp, type CallInput, call, type RequestBody } from './call.js'
import { lifeCall } from './calls/history/life.js'
import { entriesQuery, nextPage, pageAsked, pageQuery, takePage } from './lists/pages.js'
import { byNumber, byText, type Orders } from './lists/record-orders.js'
import type { Tag } from './tags.js'

/** A request that may refer to a namespace or store. */
export type ListInput = Pick<CallInput<'id'>, 'world' | 'params'>

export type RecordInput = Pick<CallInput<'id' | 'key'>, 'world' | 'params'>

/** Records in insertion order. */
type Records<Held extends { readonly seq: number }> = Pick<ForkedMap<string, Held>, 'get' | 'after'>

/** Where the kinds of record differ. */
export interface RecordCalls<Held extends { readonly seq: number }, Body, Info extends v.GenericSchema> {
  readonly base: `/${string}/:id/entries` | '/documents' | '/projects'
  readonly kind: ViewedKind<Held>
  /** The path parameter that identifies a record. */
  readonly named: 'key' | 'id'
  readonly tag: Tag
  readonly help: { readonly [Name in 'list' | 'one' | 'put' | 'remove']: CallHelp }
  readonly body: RequestBody<Body>
  readonly schema: Info
  readonly example: AnswerOf<NoInfer<Info>>
  /** Defaults to `JSON.stringify`. */
  readonly write?: (answer: unknown) => string
  /** The texts that `find` searches. */
  readonly texts: (record: Held) => readonly string[]
  /** @param origin in ms */
  readonly orders: (origin: number) => Orders<Held>
  /** @throws Refusal `not_found` if there's no such namespace or store */
  recordsOf(input: ListInput): Records<Held>
  /** @throws Refusal `invalid_request` */
  nameOf(input: RecordInput): string
  /** Creates or replaces a record. @throws Refusal */
  put(body: Body, input: RecordInput, name: string): Held
  remove(record: Held, input: RecordInput): void
  /** Throws the refusal for a record that doesn't exist. */
  missing(input: RecordInput): never
  toJson(record: Held, world: CallInput['world']): AnswerOf<NoInfer<Info>>
}

/** These calls don't count towards usage or quotas, and don't remove expired entries. */
export function recordCallsOf<Held extends { readonly seq: number }, Body, Info extends v.GenericSchema>(
  kind: RecordCalls<Held, Body, Info>,
): readonly AdminCall[] {
  const { base, named, tag, help, schema, example } = kind
  const [, area] = base.split('/') as [string, string]
  const member = base.slice(base.lastIndexOf('/') + 1)
  const path = `${base}/:${named}` as const
  const write = kind.write === undefined ? {} : { write: kind.write }
  const orderNames = Object.keys(kind.orders(0))
  return [
    call({
      method: 'GET',
      path: base,
      ...help.list,
      tag,
      query: named === 'key' ? entriesQuery(orderNames) : pageQuery(orderNames),
      answer: {
        schema: v.object({ [member]: v.array(schema), next: v.exactOptional(nextPage) }),
        example: { [member]: [example] },
        ...write,
      },
      handle(input) {
        const { world, query } = input
        const records = kind.recordsOf(input)
        const [orders, key] = [kind.orders(world.state.origin), (record: Held) => kind.texts(record)[0] ?? '']
        const { page, ...next } = takePage(records, pageAsked(query), { texts: kind.texts, orders, key })
        return { [member]: page.map((record) => kind.toJson(record, world)), ...next }
      },
    }),
    call({
      method: 'GET',
      path,
      ...help.one,
      tag,
      answer: { schema, example, ...write },
      handle: (input) => kind.toJson(find(input), input.world),
    }),
    call({
      method: 'PUT',
      path,
      ...help.put,
      tag,
      changes: area,
      addsContents: true,
      body: needed(kind.body),
      answer: { schema, example, ...write },
      refusals: ['invalid_seed'],
      handle(input) {
        kind.recordsOf(input)
        const name = kind.nameOf(input)
        const put = () => kind.toJson(kind.put(input.body, input, name), input.world)
        return input.change(put, { id: input.params.id })
      },
    }),
    call({
      method: 'DELETE',
      path,
      ...help.remove,
      tag,
      changes: area,
      handle(input) {
        kind.recordsOf(input)
        find(input)
        input.change(() => kind.remove(find(input), input), { id: input.params.id })
      },
    }),
    lifeCall({ base, named, tag, kind: kind.kind }),
  ]

  /** @throws Refusal `not_found` */
  function find(input: RecordInput): Held {
    return kind.recordsOf(input).get(kind.nameOf(input)) ?? kind.missing(input)
  }
}

interface Entry {
  readonly seq: number
  readonly key: string
  readonly text: string
}

interface Holder<E extends Entry> {
  readonly id: string
  readonly entries: ForkedMap<string, E>
}

/** Where namespace and store entries differ. */
interface EntryCalls<E extends Entry, H extends Holder<E>, Body, Info extends v.GenericSchema>
  extends Pick<
    RecordCalls<E, Body, Info>,
    'base' | 'kind' | 'tag' | 'body' | 'schema' | 'example' | 'orders' | 'toJson'
  > {
  /** An example body for PUT, shown in the index. */
  readonly bodyHelp: string
  /** You can write to the result. @throws Refusal `not_found` */
  find(input: ListInput): H
  put(body: Body & { readonly key: string }, world: RecordInput['world'], holder: H): E
  remove(world: RecordInput['world'], holder: H, entry: E): void
}

export const jsonText = described("The value as exact JSON text, if value couldn't hold it exactly.", text)

export const seedInstant = described(
  "In ISO 8601, or in ms if it's beyond the year 9999.",
  v.union([dateTime, typed<number>({ type: 'integer', format: 'int64' })]),
)

/** `size` is in bytes and includes key and value, just like `storageBytes`. */
const ORDERS = {
  key: byText(({ key }: Entry) => key),
  size: byNumber(({ key, text }: Entry) => Buffer.byteLength(key) + Buffer.byteLength(text)),
}

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
        summary: 'List its entries in the form seeds use, in insertion order or by sort=key, sort=-key, …',
        details:
          ': prefix=…, find=… in key or value, limit=100, after=<"next" from the previous page>; doesn\'t count as usage',
      },
      one: { summary: 'Get an entry', details: '; write a slash in its key as %2F' },
      put: {
        summary: `Create or replace an entry`,
        details: `: ${kind.bodyHelp}; doesn't count as usage, and no quota applies`,
      },
      remove: { summary: 'Remove an entry, even if it has expired', details: "; doesn't count as usage" },
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
