import { parameter, text } from '../../contract/json-schema.js'
import type { Service } from '../service.js'
import { KV } from './contents.js'
import { kvOperations } from './operations.js'
import { kvPlaces } from './places.js'
import { kvSeed } from './seed.js'
import { kvSchemas, kvWires } from './wire.js'

/** The key-value store (docs/CONTRACT.md section A). */
export const kv: Service = {
  contents: KV,
  seed: kvSeed,
  named: { namespaces: parameter('The id of a namespace.', text, 'ns_shop_k3v9x2') },
  operations: kvOperations,
  places: kvPlaces,
  wires: kvWires,
  schemas: kvSchemas,
}
