import * as v from 'valibot'
import { literalField, seedBody } from '../../admin/body.js'
import type { ServiceAdmin } from '../../admin/call.js'
import { fresh, resourceName } from '../../admin/ids.js'
import { byNumber } from '../../admin/lists/record-orders.js'
import { entryCallsOf, jsonText, seedInstant } from '../../admin/record-calls.js'
import { foundIn, KEY_EXAMPLE, keyToJson, resourceCalls, scopedKey } from '../../admin/resource-calls.js'
import {
  anything,
  component,
  count,
  described,
  literal,
  storeId,
  text,
} from '../../contract/answer-schema.js'
import * as json from '../../contract/json-schema.js'
import { suffix } from '../../core/ids.js'
import type { World } from '../../domain/world.js'
import { LOCAL_USER } from '../../identity/provider.js'
import { noNull, oneValue } from '../../seed/schema/entry.js'
import { mapping, nonEmptyText } from '../../seed/schema/fields.js'
import { owner } from '../../seed/schema/resource.js'
import { moment } from '../../seed/schema/times.js'
import { CONFIG } from './contents.js'
import { configEntry, stores } from './kinds.js'
import { type ConfigEntry, type Store, updateOf } from './store.js'

const storeInfo = component('Store', () =>
  v.object({
    id: storeId,
    storeId: described('The same id, under the name that the contract uses.', storeId),
    owner: text,
    keys: v.array(scopedKey),
    entries: v.object({ live: count }),
  }),
)

export interface StoreInfo extends v.InferOutput<typeof storeInfo> {}

const newStore = mapping('a store', { name: resourceName, owner: v.exactOptional(owner) })

const storeChanges = mapping('changes to a store', { owner: v.exactOptional(owner) })

const EXAMPLE: StoreInfo = {
  id: 'ec_web_89daefd4',
  storeId: 'ec_web_89daefd4',
  owner: 'user_local',
  keys: [KEY_EXAMPLE],
  entries: { live: 1 },
}

/** Returns an unused id of the form `ec_<name>_<suffix>`. */
const freshId = (name: string, { state, random }: World): string =>
  fresh(random, (ids) => `ec_${name}_${suffix(ids, 8)}`, state.of(CONFIG).stores)

const { calls: storeCalls, find: findStore } = resourceCalls<
  Store,
  v.InferOutput<typeof newStore>,
  v.InferOutput<typeof storeChanges>,
  typeof storeInfo
>({
  noun: 'store',
  many: 'stores',
  tag: 'Stores',
  help: {
    list: { summary: 'List all config stores', details: ': owner, keys and number of entries' },
    create: {
      summary: 'Create a config store',
      details: ': {"name": "web", "owner": "user_local"}; its id is generated',
    },
    one: { summary: 'Get a config store' },
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

const entryInfo = component('StoredConfigEntry', () =>
  v.object({
    key: text,
    updatedAt: seedInstant,
    value: v.exactOptional(anything),
    json: v.exactOptional(jsonText),
    literal: v.exactOptional(literal),
  }),
)

/** A config store's entry, in the form that seeds use. */
export interface ConfigEntryInfo extends v.InferOutput<typeof entryInfo> {}

const seeded = configEntry.schema.entries

const entryBody = v.pipe(
  mapping('an entry', {
    key: v.exactOptional(nonEmptyText),
    value: seeded.value,
    json: seeded.json,
    literal: literalField,
    updatedAt: v.exactOptional(moment),
  }),
  oneValue(),
  noNull(),
)

const configEntryCalls = entryCallsOf<ConfigEntry, Store, v.InferOutput<typeof entryBody>, typeof entryInfo>({
  base: '/stores/:id/entries',
  kind: configEntry,
  tag: 'Stores',
  bodyHelp: '{"value": {"text": "hello"}}, or "json": "1.0" for the value; "updatedAt" defaults to now',
  body: seedBody(entryBody, { value: { text: 'hello' } }),
  schema: entryInfo,
  example: { key: 'banner', value: { text: 'hello' }, updatedAt: '2026-01-31T23:00:00.000Z' },
  find: findStore,
  orders: (origin) => ({
    updatedAt: byNumber((entry) => updateOf(entry, origin)),
  }),
  // For updatedAt, a duration counts from now, which is also the default.
  put: (body, world, store) => store.put(configEntry.make(body, world.clock.now())),
  remove(world, store, { key }) {
    store.delete(key, { deletedBy: 'an admin call' }, world.tombstones)
  },
  toJson: (entry, world) => configEntry.value(entry, world.state.origin),
})

export const configAdmin: ServiceAdmin = {
  calls: [...storeCalls, ...configEntryCalls],
  named: { stores: json.parameter("A config store's id.", json.text, 'ec_web_89daefd4') },
  ...foundIn(stores, { holder: 'store', entry: 'config' }),
}
