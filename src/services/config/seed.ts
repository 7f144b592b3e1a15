import * as v from 'valibot'
import { seedPart } from '../../seed/part.js'
import { resourcePart } from '../../seed/resource-part.js'
import { list } from '../../seed/schema/fields.js'
import { CONFIG } from './contents.js'
import { store, stores } from './kinds.js'

export const configSeed = seedPart({
  fields: {
    stores: v.exactOptional(v.pipe(list(store, 'stores'), v.description("The config store's stores."))),
  },
  ...resourcePart({
    ...stores,
    add: (state, id, owner) => state.of(CONFIG).addStore(id, owner),
  }),
})
