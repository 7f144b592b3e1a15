import * as v from 'valibot'
import type { ConfigEntry, Store } from '../domain/config.js'
import { configEntryKind, expandRecord } from '../seed/expand/records.js'
import { exportConfigEntry } from '../seed/export.js'
import { loadConfigEntry } from '../seed/load.js'
import { configEntry, noNull, oneValue } from '../seed/schema/entry.js'
import { mapping, moment, nonEmptyText } from '../seed/schema/fields.js'
import { literalField, readPart } from './body.js'
import type { AdminCall, AdminRoute } from './call.js'
import { findStore } from './calls/stores.js'
import { entriesOf, holdToPath } from './entry-routes.js'

const { value, json } = configEntry.entries

/** The body of PUT /stores/{id}/entries/{key}. */
export const entryBody = v.pipe(
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

/** The entries of config stores. */
export const configEntryRoutes: readonly AdminRoute[] = entriesOf<ConfigEntry, Store>({
  base: '/stores',
  example: '{"value": {"text": "hello"}}, or "json": "1.0" for the value; "updatedAt" is now when left out',
  find: findStore,
  put,
  remove({ context: { world } }, store, { key }) {
    store.delete(key, { deletedBy: 'an admin call' }, world.tombstones)
  },
  show: (entry, { context }) => exportConfigEntry(entry, context.world.state.origin),
})

/** A duration as updatedAt counts from now; left out, it is now. */
function put(call: AdminCall, store: Store, key: string): ConfigEntry {
  const body = readPart(call, entryBody)
  holdToPath('key', body.key, key)
  const now = call.context.world.clock.now()
  return store.put(loadConfigEntry(expandRecord(configEntryKind, { ...body, key }), now))
}
