import * as v from 'valibot'
import { seedBody } from '../../../admin/body.js'
import { fresh, resourceName } from '../../../admin/ids.js'
import { KEY_EXAMPLE, keyToJson, resourceCalls, scopedKey } from '../../../admin/resource-calls.js'
import { component, count, described, storeId, text } from '../../../contract/answer-schema.js'
import { suffix } from '../../../core/ids.js'
import type { World } from '../../../domain/world.js'
import { LOCAL_USER } from '../../../identity/provider.js'
import { mapping } from '../../../seed/schema/fields.js'
import { owner } from '../../../seed/schema/resource.js'
import { CONFIG } from '../contents.js'
import type { Store } from '../store.js'

const storeInfo = component('Store', () =>
  v.object({
    id: storeId,
    storeId: described("The id, under the contract's name.", storeId),
    owner: text,
    keys: v.array(scopedKey),
    entries: v.object({ live: count }),
  }),
)

export interface StoreInfo extends v.InferOutput<typeof storeInfo> {}

const newStore = mapping('a store', { name: resourceName, owner: v.exactOptional(owner) })

const storeChanges = mapping('the changes of a store', { owner: v.exactOptional(owner) })

const EXAMPLE: StoreInfo = {
  id: 'ec_web_89daefd4',
  storeId: 'ec_web_89daefd4',
  owner: 'user_local',
  keys: [KEY_EXAMPLE],
  entries: { live: 1 },
}

/** ec_<name>_<suffix>, not in use. */
const freshId = (name: string, { state, random }: World): string =>
  fresh(random, (ids) => `ec_${name}_${suffix(ids, 8)}`, state.of(CONFIG).stores)

/** The calls on config stores and their keys, and the way to one of them. */
export const { calls: storeCalls, find: findStore } = resourceCalls<
  Store,
  v.InferOutput<typeof newStore>,
  v.InferOutput<typeof storeChanges>,
  typeof storeInfo
>({
  noun: 'store',
  many: 'stores',
  tag: 'Stores',
  help: {
    list: { summary: 'All config stores', details: ': owner, keys, number of entries' },
    create: {
      summary: 'Create a config store',
      details: ': {"name": "web", "owner": "user_local"}; its id is generated',
    },
    one: { summary: 'One config store' },
    update: { summary: 'Change its owner', details: ': {"owner": "user_alice"}' },
    remove: { summary: 'Remove a config store with its entries and keys' },
  },
  bodies: {
    create: seedBody(newStore, { name: 'web' }),
    update: seedBody(storeChanges, { owner: 'user_alice' }),
  },
  schema: storeInfo,
  example: EXAMPLE,
  find: (state, id) => state.of(CONFIG).store(id),
  all: (state) => state.of(CONFIG).stores.values(),
  create: ({ name, owner: sub = LOCAL_USER }, world) =>
    world.state.of(CONFIG).addStore(freshId(name, world), sub),
  update(store, { owner: sub }) {
    if (sub !== undefined) store.transferTo(sub)
  },
  toJson: ({ id, owner: sub, entries }, keys) => ({
    id,
    storeId: id,
    owner: sub,
    keys: keys.map(keyToJson),
    entries: { live: entries.size },
  }),
})
