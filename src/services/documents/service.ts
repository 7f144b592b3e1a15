import { int64, parameter, text } from '../../contract/json-schema.js'
import { type HeldPlace, pointer, type View, type ViewPlace } from '../../domain/view.js'
import { recordPlace, type ServicePlaces } from '../places.js'
import type { Service } from '../service.js'
import { type DatabaseContents, DOCUMENTS } from './contents.js'
import { document, project, scopeValue } from './kinds.js'
import { documentOperations } from './operations.js'
import { databaseSeed } from './seed.js'
import { documentSchemas, documentWires } from './wire.js'

const KINDS = { projects: project, documents: document }

/** The parts of the document database that a difference can name. */
const databasePlaces: ServicePlaces = {
  settings(before, after) {
    const [one, other] = [databaseOf(before), databaseOf(after)]
    return [
      rateLimitPlace,
      ...one.databaseKeys.differing(other.databaseKeys).map(keyPlace),
      ...one.rateWindows.windows.differing(other.rateWindows.windows).map(rateWindowPlace),
    ]
  },
  records(before, after) {
    const [one, other] = [databaseOf(before), databaseOf(after)]
    return (['projects', 'documents'] as const).flatMap((name) =>
      one[name].records.differing(other[name].records).map((id) => recordPlace(KINDS[name], '', id)),
    )
  },
}

const databaseOf = ({ state }: View): DatabaseContents => state.of(DOCUMENTS)

/** The limit of all keys. */
const rateLimitPlace: ViewPlace = {
  path: pointer('database', 'rateLimit'),
  read: (view) => databaseOf(view).rateLimit,
}

const keyPlace = (key: string): HeldPlace => ({
  path: pointer('database', 'keys', key),
  held: (view) => databaseOf(view).databaseKeys.get(key),
  read(view) {
    const held = databaseOf(view).databaseKeys.get(key)
    return held && scopeValue(held)
  },
})

const rateWindowPlace = (key: string): ViewPlace => ({
  path: pointer('database', 'rateWindows', key),
  read: (view) => databaseOf(view).rateWindows.get(key),
})

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
