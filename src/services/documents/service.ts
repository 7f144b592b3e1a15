import type { Service } from '../../admin/call.js'
import { recordPart, type ServiceParts } from '../../domain/parts.js'
import { type HeldPart, pointer, type View, type WorldPart } from '../../domain/view.js'
import { served } from '../operation.js'
import { DOCUMENTS, type DocumentsContents } from './contents.js'
import { documentErrors } from './errors.js'
import { document, project, scopeValue } from './kinds.js'
import { documentOperations } from './operations.js'
import { documentsSeed } from './seed.js'
import { documentSchemas, documentWires } from './wire.js'

const KINDS = { projects: project, documents: document }

const documentsParts: ServiceParts = {
  settings(before, after) {
    const [one, other] = [documentsOf(before), documentsOf(after)]
    return [
      rateLimitPart,
      ...one.keys.differing(other.keys).map(keyPlace),
      ...one.rateWindows.windows.differing(other.rateWindows.windows).map(rateWindowPlace),
    ]
  },
  records(before, after) {
    const [one, other] = [documentsOf(before), documentsOf(after)]
    return (['projects', 'documents'] as const).flatMap((name) =>
      one[name].records.differing(other[name].records).map((id) => recordPart(KINDS[name], '', id)),
    )
  },
}

const documentsOf = ({ state }: View): DocumentsContents => state.of(DOCUMENTS)

const rateLimitPart: WorldPart = {
  path: pointer('database', 'rateLimit'),
  read: (view) => documentsOf(view).rateLimit,
}

const keyPlace = (key: string): HeldPart => ({
  path: pointer('database', 'keys', key),
  held: (view) => documentsOf(view).keys.get(key),
  read(view) {
    const held = documentsOf(view).keys.get(key)
    return held && scopeValue(held)
  },
})

const rateWindowPlace = (key: string): WorldPart => ({
  path: pointer('database', 'rateWindows', key),
  read: (view) => documentsOf(view).rateWindows.get(key),
})

/** See docs/CONTRACT.md section C. */
export const documents: Service = {
  name: 'documents',
  contents: DOCUMENTS,
  seed: documentsSeed,
  operations: served('documents', documentOperations),
  parts: documentsParts,
  wires: documentWires,
  schemas: documentSchemas,
  tag: { name: 'Document database', description: 'Projects and documents, listed a page at a time.' },
  errors: documentErrors,
  admin: async () => (await import('./admin.js')).documentsAdmin,
}
