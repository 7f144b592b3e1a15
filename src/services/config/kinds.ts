import * as v from 'valibot'
import type { KeyedResources } from '../../domain/parts.js'
import { jsonOf, timeOf } from '../../seed/expand/block.js'
import { exportInstant, exportValue, literally } from '../../seed/export-value.js'
import { recordKind } from '../../seed/kind.js'
import { entryFields, noNull, ONE_VALUE, oneValue } from '../../seed/schema/entry.js'
import { alsoJsonSchema, list, mapping } from '../../seed/schema/fields.js'
import { resourceFields } from '../../seed/schema/resource.js'
import { CONFIG } from './contents.js'
import { type ConfigEntry, type ConfigFields, type Store, updateOf } from './store.js'

const adviseOnField = (name: string): string | undefined =>
  /^(?:ttl|expir)/i.test(name) ? 'leave it out: config entries never expire' : undefined

export const configEntry = recordKind(
  ({ key, moment }) =>
    v.pipe(
      mapping(
        'an entry',
        {
          ...entryFields(key),
          updatedAt: v.exactOptional(
            v.pipe(moment, v.description('When it was last put. Defaults to the origin.')),
          ),
        },
        undefined,
        adviseOnField,
      ),
      oneValue(),
      noNull(),
      alsoJsonSchema({ oneOf: ONE_VALUE }),
    ),
  {
    make(source, anchor): ConfigFields {
      const { ms, isOffset } = timeOf(source.updatedAt, anchor)
      return { key: source.key, text: jsonOf(source), updatedAt: ms, updatedIsOffset: isOffset }
    },
    identity: ({ key }) => key,
    add(entries, state, { of }) {
      const store = state.of(CONFIG).store(of)
      for (const entry of entries) store?.put(entry)
    },
    operations: 'config',
    path: (of, key) => ['stores', of, 'entries', key],
    held: ({ state }, of, key) => state.of(CONFIG).stores.get(of)?.entries.get(key),
    value: (entry: ConfigEntry, origin: number) => ({
      key: entry.key,
      ...exportValue(entry.text),
      updatedAt: exportInstant(updateOf(entry, origin)),
      ...literally(entry.key, entry.text),
    }),
  },
)

export const stores: KeyedResources<ConfigEntry, Store> & { readonly entries: typeof configEntry } = {
  name: 'stores',
  entries: configEntry,
  resources: (state) => state.of(CONFIG).resources,
}

export const store = mapping('a store', {
  ...resourceFields('ec_', 'a store'),
  entries: v.exactOptional(
    v.pipe(list(configEntry.schema, 'entries'), v.description('Its entries, which never expire.')),
  ),
})
