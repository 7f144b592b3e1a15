import { list, object, type Schema, typed } from '../contract/json-schema.js'
import type { ForkedMap } from '../core/forked-map.js'
import type { PlacedKind } from '../domain/places.js'
import { needed } from './body.js'
import type { AdminCall, RequestBody } from './call.js'
import { lifeCall } from './calls/history/life.js'
import type { Orders } from './lists/orders.js'
import { keyPrefix, nextPage, pageQuery, readPage, takePage } from './lists/pages.js'
import { type OldCallInput as CallInput, call } from './old/old-call.js'
import type { Tag } from './tags.js'

/** A request that may name a namespace or store. */
export type ListInput = Pick<CallInput<'id'>, 'world' | 'params'>

/** A request that names a record. */
export type RecordInput = Pick<CallInput<'id' | 'key'>, 'world' | 'params'>

/** Records in order of insertion. */
type Records<Held extends { readonly seq: number }> = Pick<ForkedMap<string, Held>, 'get' | 'after'>

/** All that the calls on one kind of record differ in. */
export interface RecordCalls<Held extends { readonly seq: number }, Body, Info> {
  readonly base: `/${string}/:id/entries` | '/documents' | '/projects'
  readonly kind: PlacedKind<Held>
  /** The parameter of the path that names a record. */
  readonly named: 'key' | 'id'
  readonly tag: Tag
  readonly help: { readonly [Name in 'list' | 'one' | 'put' | 'remove']: string }
  readonly body: RequestBody<Body>
  readonly schema: Schema<Info>
  readonly example: Info
  /** Writes an answer as JSON; `JSON.stringify` when left out. */
  readonly write?: (answer: object) => string
  /** What `find` looks through. */
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
  toJson(record: Held, world: CallInput['world']): Info
}

/** The calls on records. They count nothing, are held to no quota, and leave expired entries where they are. */
export function recordCallsOf<Held extends { readonly seq: number }, Body, Info>(
  kind: RecordCalls<Held, Body, Info>,
): readonly AdminCall[] {
  const { base, named, tag, help, schema, example } = kind
  const [, area] = base.split('/') as [string, string]
  const member = base.slice(base.lastIndexOf('/') + 1)
  const path = `${base}/:${named}` as const
  const write = kind.write === undefined ? {} : { write: kind.write as (answer: unknown) => string }
  const orderNames = Object.keys(kind.orders(0))
  const hasKeys = named === 'key'
  return [
    call({
      method: 'GET',
      path: base,
      help: help.list,
      tag,
      query: { ...pageQuery(orderNames), ...(hasKeys ? { prefix: keyPrefix } : {}) },
      answer: {
        schema: typed<object>(object({ [member]: list(schema) }, { next: nextPage })),
        example: { [member]: [example] },
        ...write,
      },
      handle(input) {
        const { world, query } = input
        const records = kind.recordsOf(input)
        const asked = readPage(query, orderNames, hasKeys)
        const [orders, key] = [kind.orders(world.state.origin), (record: Held) => kind.texts(record)[0] ?? '']
        const { page, ...next } = takePage(records, asked, { texts: kind.texts, orders, key })
        return { [member]: page.map((record) => kind.toJson(record, world)), ...next }
      },
    }),
    call({
      method: 'GET',
      path,
      help: help.one,
      tag,
      answer: { schema, example, ...write },
      handle: (input) => kind.toJson(find(input), input.world),
    }),
    call({
      method: 'PUT',
      path,
      help: help.put,
      tag,
      changes: area,
      addsContents: true,
      body: needed(kind.body),
      answer: { schema, example, ...write },
      refusals: ['invalid_seed'],
      async handle(input) {
        kind.recordsOf(input)
        const name = kind.nameOf(input)
        const body = await input.body()
        const put = () => kind.toJson(kind.put(body, input, name), input.world)
        return input.change(put, { id: input.params.id })
      },
    }),
    call({
      method: 'DELETE',
      path,
      help: help.remove,
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
