import type { Service } from '../service.js'
import { DOCUMENTS } from './contents.js'
import { documentOperations } from './operations.js'
import { databasePlaces } from './places.js'
import { databaseSeed } from './seed.js'
import { documentSchemas, documentWires } from './wire.js'

/** The document database (docs/CONTRACT.md section C). */
export const documents: Service = {
  contents: DOCUMENTS,
  seed: databaseSeed,
  operations: documentOperations,
  places: databasePlaces,
  wires: documentWires,
  schemas: documentSchemas,
}
