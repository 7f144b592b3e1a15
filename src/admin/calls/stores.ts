import * as v from 'valibot'
import { component, count, list, object, type Schema, storeId, text } from '../../contract/json-schema.js'
import { LOCAL_USER } from '../../identity/provider.js'
import { mapping } from '../../seed/schema/fields.js'
import { owner } from '../../seed/schema/resource.js'
import type { Store } from '../../services/config/store.js'
import { needed, seedBody, short } from '../body.js'
import { call } from '../call.js'
import { storeId as freshId, resourceName } from '../ids.js'
import { KEY_EXAMPLE, keyToJson, resourceCalls, type ScopedKeyInfo, scopedKey } from '../resource-calls.js'

/**
 * A config store.
 *
 * @example
 * const { owner, keys } = await emulator.stores.get('ec_web_89daefd4')
 */
export interface StoreInfo {
  readonly id: string
  /** The id, under the contract's name. */
  readonly storeId: string
  readonly owner: string
  readonly keys: readonly ScopedKeyInfo[]
  readonly entries: { readonly live: number }
}

const storeInfo: Schema<StoreInfo> = component(
  'Store',
  object({ id: storeId, storeId, owner: text, keys: list(scopedKey), entries: object({ live: count }) }),
)

const newStore = mapping('a store', { name: resourceName, owner: v.exactOptional(owner) })

const storeChanges = mapping('the changes of a store', { owner: v.exactOptional(owner) })

const EXAMPLE: StoreInfo = {
  id: 'ec_web_89daefd4',
  storeId: 'ec_web_89daefd4',
  owner: 'user_local',
  keys: [KEY_EXAMPLE],
  entries: { live: 1 },
}

/** Fields are called as in a seed, and the id also as in the contract. */
const { calls, find, toJson } = resourceCalls<Store, StoreInfo>({
  noun: 'store',
  many: 'stores',
  tag: 'Stores',
  help: {
    list: 'All config stores: owner, keys, number of entries',
    one: 'One config store',
    remove: 'Remove a config store with its entries and keys',
  },
  schema: storeInfo,
  example: EXAMPLE,
  find: (state, id) => state.store(id),
  all: ({ stores }) => stores.values(),
  toJson({ id, owner: sub, entries }, keys) {
    return {
      id,
      storeId: id,
      owner: sub,
      keys: keys.map(keyToJson),
      entries: { live: entries.size },
    }
  },
})

export { find as findStore }

/** The calls on config stores and their keys. */
export const storeCalls = [
  ...calls,
  call({
    method: 'POST',
    path: '/stores',
    help: 'Create a config store: {"name": "web", "owner": "user_local"}; its id is generated',
    tag: 'Stores',
    changes: 'stores',
    addsContents: true,
    body: needed(short(seedBody(newStore, { name: 'web' }))),
    answer: { status: 201, schema: storeInfo, example: EXAMPLE },
    refusals: ['invalid_seed'],
    async handle({ world, body, change }) {
      const { name, owner: sub = LOCAL_USER } = await body()
      return toJson(
        change(() => world.state.addStore(freshId(name, world), sub)),
        world,
      )
    },
  }),
  call({
    method: 'PATCH',
    path: '/stores/:id',
    help: 'Change its owner: {"owner": "user_alice"}',
    tag: 'Stores',
    changes: 'stores',
    body: needed(short(seedBody(storeChanges, { owner: 'user_alice' }))),
    answer: { schema: storeInfo, example: EXAMPLE },
    refusals: ['invalid_seed'],
    async handle(input) {
      const { id } = find(input)
      const { owner: sub } = await input.body()
      if (sub !== undefined) input.change(() => find(input).transferTo(sub), { id })
      return toJson(find(input), input.world)
    },
  }),
]
