import { parameter, text } from '../../contract/json-schema.js'
import type { Service } from '../service.js'
import { CONFIG } from './contents.js'
import { configOperations } from './operations.js'
import { configPlaces } from './places.js'
import { configSeed } from './seed.js'
import { configSchemas, configWires } from './wire.js'

/** The config store (docs/CONTRACT.md section B). */
export const config: Service = {
  contents: CONFIG,
  seed: configSeed,
  named: { stores: parameter('The id of a config store.', text, 'ec_web_89daefd4') },
  operations: configOperations,
  places: configPlaces,
  wires: configWires,
  schemas: () => configSchemas,
}
