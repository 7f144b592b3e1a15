import * as v from 'valibot'
import { literalField, seedBody } from '../../../admin/body.js'
import { entryCallsOf, jsonText, seedInstant } from '../../../admin/entry-calls.js'
import { byNumber } from '../../../admin/lists/orders.js'
import { anything, component, literal, text } from '../../../contract/answer-schema.js'
import { noNull, oneValue } from '../../../seed/schema/entry.js'
import { mapping, nonEmptyText } from '../../../seed/schema/fields.js'
import { moment } from '../../../seed/schema/times.js'
import { configEntry } from '../kinds.js'
import { type ConfigEntry, type Store, updateOf } from '../store.js'
import { findStore } from './stores.js'

const entryInfo = component('StoredConfigEntry', () =>
  v.object({
    key: text,
    updatedAt: seedInstant,
    value: v.exactOptional(anything),
    json: v.exactOptional(jsonText),
    literal: v.exactOptional(literal),
  }),
)

/** An entry of a config store, as in a seed. */
export interface ConfigEntryInfo extends v.InferOutput<typeof entryInfo> {}

const { value, json } = configEntry.schema.entries

/** The body of PUT /stores/{id}/entries/{key}. */
const entryBody = v.pipe(
  mapping('an entry', {
    key: v.exactOptional(nonEmptyText),
    value,
    json,
    literal: literalField,
    updatedAt: v.exactOptional(moment),
  }),
  oneValue(),
  noNull(),
)

export const configEntryCalls = entryCallsOf<
  ConfigEntry,
  Store,
  v.InferOutput<typeof entryBody>,
  typeof entryInfo
>({
  base: '/stores/:id/entries',
  kind: configEntry,
  tag: 'Stores',
  bodyHelp: '{"value": {"text": "hello"}}, or "json": "1.0" for the value; "updatedAt" is now when left out',
  body: seedBody(entryBody, { value: { text: 'hello' } }),
  schema: entryInfo,
  example: { key: 'banner', value: { text: 'hello' }, updatedAt: '2026-01-31T23:00:00.000Z' },
  find: findStore,
  orders: (origin) => ({
    updatedAt: byNumber((entry) => updateOf(entry, origin)),
  }),
  /** A duration as updatedAt counts from now; left out, it is now. */
  put: (body, world, store) => store.put(configEntry.make(body, world.clock.now())),
  remove(world, store, { key }) {
    store.delete(key, { deletedBy: 'an admin call' }, world.tombstones)
  },
  toJson: (entry, world) => configEntry.value(entry, world.state.origin),
})
