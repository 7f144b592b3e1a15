import type { ServiceAdmin } from '../../../admin/call.js'
import { int64, parameter, text } from '../../../contract/json-schema.js'
import { DOCUMENTS } from '../contents.js'
import { rateLimitCalls } from './database.js'
import { keyCalls } from './keys.js'
import { recordCalls } from './records.js'

/** The document database in the admin interface. */
export const documentsAdmin: ServiceAdmin = {
  calls: [...rateLimitCalls, ...keyCalls, ...recordCalls],
  named: {
    'database-keys': parameter('The text of a key.', text, 'db_shop'),
    documents: parameter('The id of a document.', int64, 1n),
    projects: parameter('The id of a project.', int64, 10n),
  },
  *holders(state) {
    for (const { id, heading, text: value = '' } of state.of(DOCUMENTS).projects.records.values())
      yield { kind: 'project', id, title: heading, value }
  },
  *records(state) {
    for (const { id, heading, text: value = '' } of state.of(DOCUMENTS).documents.records.values())
      yield { kind: 'document', id, title: heading, value }
  },
}
