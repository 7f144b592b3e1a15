import type { Service } from '../../admin/call.js'
import { recordPart, type ServiceParts } from '../../domain/parts.js'
import { pointer, type View, type WorldPart } from '../../domain/view.js'
import { served } from '../operation.js'
import { DOCUMENTS, type DocumentsContents } from './contents.js'
import { documentErrors } from './errors.js'
import { recordKinds, scopeValue } from './kinds.js'
import { documentOperations } from './operations.js'
import { documentsSeed } from './seed.js'
import { documentSchemas, documentWires } from './wire.js'

const documentsParts: ServiceParts = {
  settings(before, after) {
    const [one, other] = [documentsOf(before), documentsOf(after)]
    return [
      rateLimitPart,
      ...one.keys.differing(other.keys).map(keyPart),
      ...one.rateWindows.windows.differing(other.rateWindows.windows).map(rateWindowPart),
    ]
  },
  records: ({ state: one }, { state: other }) =>
    recordKinds.flatMap((kind) =>
      kind
        .collection(one)
        .records.differing(kind.collection(other).records)
        .map((id) => recordPart(kind, '', id)),
    ),
}

const documentsOf = ({ state }: View): DocumentsContents => state.of(DOCUMENTS)

const rateLimitPart: WorldPart = {
  path: pointer('database', 'rateLimit'),
  read: (view) => documentsOf(view).rateLimit,
}

const keyPart = (key: string): WorldPart => ({
  path: pointer('database', 'keys', key),
  read(view) {
    const held = documentsOf(view).keys.get(key)
    return held && scopeValue(held)
  },
})

const rateWindowPart = (key: string): WorldPart => ({
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
  tag: { name: 'Document database', description: 'Projects and documents, listed page by page.' },
  errors: documentErrors,
  admin: async () => (await import('./admin.js')).documentsAdmin,
}
