import * as v from 'valibot'
import { seedPart } from '../../seed/part.js'
import { resourcePart } from '../../seed/resource-part.js'
import { list } from '../../seed/schema/fields.js'
import { CONFIG } from './contents.js'
import { configEntry, store } from './kinds.js'

type StoreSeed = v.InferOutput<typeof store>

/** The config stores of a seed. */
export const configSeed = seedPart({
  fields: { stores: v.exactOptional(list(store, 'stores')) },
  ...resourcePart({
    name: 'stores',
    entries: configEntry,
    sources: ({ stores = [] }: { stores?: StoreSeed[] }) => stores,
    find: (state, id) => state.of(CONFIG).store(id),
    add: (state, id, owner) => state.of(CONFIG).addStore(id, owner),
    all: (state) => state.of(CONFIG).stores.values(),
    own: () => ({}),
    part: (stores) => ({ stores }),
  }),
})
