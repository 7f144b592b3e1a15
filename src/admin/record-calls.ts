import * as v from 'valibot'
import { type AnswerOf, dateTime, described, text, typed } from '../contract/answer-schema.js'
import type { ForkedMap } from '../core/forked-map.js'
import { Refusal } from '../core/refusal.js'
import type { ViewedKind } from '../domain/parts.js'
import { assertNamedByPath, assertShort, needed } from './body.js'
import { type AdminCall, type CallHelp, type CallInput, call, type RequestBody } from './call.js'
import { lifeCall } from './calls/history/life.js'
import { byNumber, byText, type Orders } from './lists/orders.js'
import { entriesQuery, nextPage, pageAsked, pageQuery, takePage } from './lists/pages.js'
import type { Tag } from './tags.js'

/** A request that may name a namespace or store. */
export type ListInput = Pick<CallInput<'id'>, 'world' | 'params'>

/** A request that names a record. */
export type RecordInput = Pick<CallInput<'id' | 'key'>, 'world' | 'params'>

/** Records in order of insertion. */
type Records<Held extends { readonly seq: number }> = Pick<ForkedMap<string, Held>, 'get' | 'after'>

/** The differences between kinds of record. */
export interface RecordCalls<Held extends { readonly seq: number }, Body, Info extends v.GenericSchema> {
  readonly base: `/${string}/:id/entries` | '/documents' | '/projects'
  readonly kind: ViewedKind<Held>
  /** The parameter of the path that names a record. */
  readonly named: 'key' | 'id'
  readonly tag: Tag
  readonly help: { readonly [Name in 'list' | 'one' | 'put' | 'remove']: CallHelp }
  readonly body: RequestBody<Body>
  readonly schema: Info
  readonly example: AnswerOf<NoInfer<Info>>
  /** Writes an answer as JSON; `JSON.stringify` when left out. */
  readonly write?: (answer: unknown) => string
  /** The texts that `find` searches. */
  readonly texts: (record: Held) => readonly string[]
  /** The orders that a list can have. `origin` in ms. */
  readonly orders: (origin: number) => Orders<Held>
  /** @throws Refusal not_found if there is no such namespace or store */
  recordsOf(input: ListInput): Records<Held>
  /** Returns the key or id that a path has. @throws Refusal invalid_request */
  nameOf(input: RecordInput): string
  /** Makes or replaces the record of a body. @throws Refusal */
  put(body: Body, input: RecordInput, name: string): Held
  remove(record: Held, input: RecordInput): void
  /** Throws the refusal for a record that is not there. */
  missing(input: RecordInput): never
  toJson(record: Held, world: CallInput['world']): AnswerOf<NoInfer<Info>>
}

/** The calls on records. They count nothing, are held to no quota, and leave expired entries where they are. */
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

  /** @throws Refusal not_found */
  function find(input: RecordInput): Held {
    return kind.recordsOf(input).get(kind.nameOf(input)) ?? kind.missing(input)
  }
}

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
