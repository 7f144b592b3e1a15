import type { Service } from '../../admin/call.js'
import { ownerPlace, recordPlace, type ServicePlaces } from '../../domain/places.js'
import type { View } from '../../domain/view.js'
import { keyedErrors } from '../keyed.js'
import { served } from '../operation.js'
import { CONFIG } from './contents.js'
import { configEntry } from './kinds.js'
import { configOperations } from './operations.js'
import { configSeed } from './seed.js'
import { configSchemas, configWires } from './wire.js'

/** The parts of the config store that a difference can name. */
const configPlaces: ServicePlaces = {
  settings: (before, after) =>
    differingStores(before, after).map((id) =>
      ownerPlace('stores', id, (view) => resourcesOf(view).all.get(id)),
    ),
  records: (before, after) =>
    differingStores(before, after).flatMap((id) =>
      resourcesOf(before)
        .entriesOf(id)
        .differing(resourcesOf(after).entriesOf(id))
        .map((key) => recordPlace(configEntry, id, key)),
    ),
}

const resourcesOf = ({ state }: View) => state.of(CONFIG).resources

const differingStores = (before: View, after: View): readonly string[] =>
  resourcesOf(before).all.differing(resourcesOf(after).all)

/** The config store (docs/CONTRACT.md section B). */
export const config: Service = {
  name: 'config',
  contents: CONFIG,
  seed: configSeed,
  operations: served('config', configOperations),
  places: configPlaces,
  wires: configWires,
  schemas: () => configSchemas,
  holder: 'store',
  tag: { name: 'Config store', description: 'Named JSON entries that stay until they are deleted.' },
  errors: keyedErrors({ messages: { resource_missing: 'The store does not exist.' } }),
  admin: async () => (await import('./admin/calls.js')).configAdmin,
}
