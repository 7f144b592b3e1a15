import * as v from 'valibot'
import { type AnswerOf, component, text } from '../contract/answer-schema.js'
import { Refusal } from '../core/refusal.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { KeyedEntry, KeyedResources } from '../domain/parts.js'
import type { Resource } from '../domain/resources.js'
import type { World } from '../domain/world.js'
import { mapping } from '../seed/schema/fields.js'
import { scopedKey as scopedKeySeed } from '../seed/schema/resource.js'
import { needed, seedBody, short } from './body.js'
import { type AdminCall, type CallHelp, call, type RequestBody, type ServiceAdmin } from './call.js'
import { scopedKeyText } from './ids.js'
import type { ListInput } from './record-calls.js'
import type { Tag } from './tags.js'

export const scopedKey = component('ScopedKey', () =>
  v.object({ key: text, scope: v.picklist(['read', 'write', 'admin']) }),
)

export interface ScopedKeyInfo extends v.InferOutput<typeof scopedKey> {}

export const KEY_EXAMPLE: ScopedKeyInfo = { key: 'kv_read_demo', scope: 'read' }

const newKey = mapping('a key', {
  scope: scopedKeySeed.entries.scope,
  key: v.exactOptional(scopedKeySeed.entries.key),
})

/** Where namespaces and config stores differ. */
export interface ResourceCalls<
  Resource extends { readonly id: string },
  New,
  Changes extends object,
  Info extends v.GenericSchema,
> {
  readonly noun: string
  /** The plural, e.g. `namespaces`. */
  readonly many: string
  readonly tag: Tag
  readonly help: { readonly [Name in 'list' | 'create' | 'one' | 'update' | 'remove']: CallHelp }
  readonly bodies: { readonly create: RequestBody<New>; readonly update: RequestBody<Changes> }
  readonly schema: Info
  readonly example: AnswerOf<NoInfer<Info>>
  /** You can write to the result. */
  find(state: World['state'], id: string): Resource | undefined
  all(state: World['state']): Iterable<Resource>
  create(given: New, world: World): Resource
  update(resource: Resource, changes: Changes, world: World): void
  /** Doesn't modify the resource. */
  toJson(resource: Resource, keys: readonly ScopedKey[], world: World): AnswerOf<NoInfer<Info>>
}

/** Used by `GET /find`. */
export const foundIn = <Stored extends KeyedEntry, One extends Resource<One, Stored>>(
  { resources }: KeyedResources<Stored, One>,
  nouns: { readonly holder: string; readonly entry: string },
): Pick<ServiceAdmin, 'holders' | 'records'> => ({
  *holders(state) {
    for (const { id } of resources(state).all.values()) yield { kind: nouns.holder, id, value: '' }
  },
  *records(state) {
    for (const { id, entries } of resources(state).all.values())
      for (const { key, text: value } of entries.values()) yield { kind: nouns.entry, id: key, of: id, value }
  },
})

/** Returns the calls that namespaces and config stores have in common, and a function to find one of them. */
export function resourceCalls<
  Resource extends { readonly id: string },
  New,
  Changes extends object,
  Info extends v.GenericSchema,
>(kind: ResourceCalls<Resource, New, Changes, Info>) {
  const { noun, many, tag, help, schema, example } = kind
  const base = `/${many}` as const
  const calls: readonly AdminCall[] = [
    call({
      method: 'GET',
      path: base,
      ...help.list,
      tag,
      answer: {
        schema: v.object({ [many]: v.array(schema) }),
        example: { [many]: [example] },
      },
      handle: ({ world }) => ({ [many]: allToJson(world) }),
    }),
    call({
      method: 'GET',
      path: `${base}/:id`,
      ...help.one,
      tag,
      answer: { schema, example },
      handle: (input) => toJson(find(input), input.world),
    }),
    call({
      method: 'POST',
      path: base,
      ...help.create,
      tag,
      changes: many,
      addsContents: true,
      body: needed(short(kind.bodies.create)),
      answer: { status: 201, schema, example },
      refusals: ['invalid_seed'],
      handle: ({ world, body, change }) => change(() => toJson(kind.create(body, world), world)),
    }),
    call({
      method: 'PATCH',
      path: `${base}/:id`,
      ...help.update,
      tag,
      changes: many,
      body: needed(short(kind.bodies.update)),
      answer: { schema, example },
      refusals: ['invalid_seed'],
      handle(input) {
        const { id } = find(input)
        const changes = input.body
        if (Object.keys(changes).length === 0) return toJson(find(input), input.world)
        const update = () => {
          const found = find(input)
          kind.update(found, changes, input.world)
          return toJson(found, input.world)
        }
        return input.change(update, { id })
      },
    }),
    call({
      method: 'DELETE',
      path: `${base}/:id`,
      ...help.remove,
      tag,
      changes: many,
      handle(input) {
        const { id } = find(input)
        input.change(() => input.world.state.removeResource(id), { id })
      },
    }),
    ...keyCalls(kind, find),
  ]

  return { calls, find }

  /** @throws Refusal `not_found` */
  function find({ world, params: { id } }: ListInput): Resource {
    const found = kind.find(world.state, id)
    if (found !== undefined) return found
    const hint = `GET /_admin${base} lists them, and POST creates one`
    throw new Refusal('not_found', `there is no ${noun} ${id}`, { hint })
  }

  function toJson(resource: Resource, world: World): AnswerOf<Info> {
    return kind.toJson(resource, world.state.keysOf(resource.id), world)
  }

  function allToJson(world: World): AnswerOf<Info>[] {
    const keys = world.state.keysByResource()
    return [...kind.all(world.state)].map((one) => kind.toJson(one, keys.get(one.id) ?? [], world))
  }
}

function keyCalls(
  { many, tag }: { readonly many: string; readonly tag: Tag },
  find: (input: ListInput) => { readonly id: string },
): readonly AdminCall[] {
  const base = `/${many}` as const
  return [
    call({
      method: 'POST',
      path: `${base}/:id/keys`,
      summary: 'Generate a key',
      details: ': {"scope": "read" | "write" | "admin"}; use "key" to choose its text',
      tag,
      changes: many,
      addsContents: true,
      body: needed(short(seedBody(newKey, { scope: 'read' }))),
      answer: { status: 201, schema: scopedKey, example: KEY_EXAMPLE },
      refusals: ['invalid_seed', 'conflict'],
      handle(input) {
        const { scope, key } = input.body
        const { id } = find(input)
        const { state } = input.world
        if (key !== undefined) assertFree(key, state.scopedKeys.get(key))
        const add = () => state.addKey(key ?? scopedKeyText(scope, input.world), id, scope)
        return keyToJson(input.change(add, { id }))
      },
    }),
    call({
      method: 'DELETE',
      path: `${base}/:id/keys/:key`,
      summary: 'Revoke a key',
      details: ': requests that use it are refused from now on',
      tag,
      changes: many,
      handle(input) {
        const { id } = find(input)
        const { state } = input.world
        const { key } = input.params
        const held = state.scopedKeys.get(key)
        if (held?.resourceId !== id) throw noKey(id, key, held)
        input.change(() => state.scopedKeys.delete(held.key), { id })
      },
    }),
  ]

  function noKey(id: string, key: string, held: ScopedKey | undefined): Refusal {
    const hint =
      held === undefined
        ? `GET /_admin${base}/${id} shows its keys`
        : `it belongs to ${held.resourceId}: delete it there`
    return new Refusal('not_found', `${id} has no key ${key}`, { hint })
  }
}

export const keyToJson = ({ key, scope }: ScopedKey): ScopedKeyInfo => ({ key, scope })

/** A key can only belong to one namespace or store (docs/CONTRACT.md K-2). */
function assertFree(key: string, holder: ScopedKey | undefined): void {
  if (holder === undefined) return
  const hint = 'leave "key" out to have one generated'
  throw new Refusal('conflict', `the key ${key} is in use by ${holder.resourceId}`, { hint })
}
