import { int64, parameter, text } from '../../contract/json-schema.js'
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
  named: {
    'database-keys': parameter('The text of a key.', text, 'db_shop'),
    documents: parameter('The id of a document.', int64, 1n),
    projects: parameter('The id of a project.', int64, 10n),
  },
  operations: documentOperations,
  places: databasePlaces,
  wires: documentWires,
  schemas: documentSchemas,
}
