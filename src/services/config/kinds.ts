import * as v from 'valibot'
import { TemplateError } from '../../seed/expand/templates.js'
import { exportInstant, exportValue, literally } from '../../seed/export-value.js'
import { recordKind } from '../../seed/kind.js'
import { entryFields, noNull, ONE_VALUE, oneValue } from '../../seed/schema/entry.js'
import { alsoJsonSchema, list, mapping } from '../../seed/schema/fields.js'
import { resourceFields } from '../../seed/schema/resource.js'
import { recordMoment } from '../../seed/schema/times.js'
import { CONFIG } from './contents.js'
import { type ConfigEntry, type ConfigFields, updateOf } from './store.js'

/** An entry of a config store. */
export const configEntry = recordKind({
  schema: v.pipe(
    mapping('an entry', {
      ...entryFields,
      updatedAt: v.exactOptional(
        v.pipe(recordMoment, v.description('When it was last put; the origin when left out.')),
      ),
    }),
    oneValue(),
    noNull(),
    alsoJsonSchema({ oneOf: ONE_VALUE }),
  ),
  compile(source, fields) {
    const key = fields.key(source.key)
    const value = fields.value(source)
    const updatedAt = fields.time('updatedAt', source.updatedAt)
    return (draw): ConfigFields => {
      const made = { key: key(draw), text: value(draw) }
      if (made.text === 'null')
        throw new TemplateError('the config store holds no null, and this template gives one')
      const { ms, isOffset } = updatedAt(draw)
      return { ...made, updatedAt: ms, updatedIsOffset: isOffset }
    }
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
})

/** A config store of a seed. */
export const store = mapping('a store', {
  ...resourceFields('ec_', 'a store'),
  entries: v.exactOptional(list(configEntry.schema, 'entries')),
})
