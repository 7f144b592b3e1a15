import type { OperationId } from '../../contract/operations.js'

/** The members of both types of record (docs/CONTRACT.md C-5 to C-10), and the option for a text that is null. */
export const RECORD_MEMBERS = {
  documents: { heading: 'title', text: 'content', textNull: 'contentNull' },
  projects: { heading: 'name', text: 'description', textNull: 'descriptionNull' },
} as const

/** The members that are read of the body of a put. */
export const KV_MEMBERS = ['value', 'ttlSeconds'] as const
export const CONFIG_MEMBERS = ['value'] as const

/** What an operation reads of a body. */
export interface ReadMembers {
  /** Members of which the JSON text is read. */
  readonly texts: readonly string[]
  /** Members that are read as data. */
  readonly data: readonly string[]
}

const recordMembers = ({ heading, text }: { heading: string; text: string }): ReadMembers => ({
  texts: [],
  // Whether there is an id decides too.
  data: [heading, text, 'id'],
})

/** What each operation reads of its body. */
export const READ_MEMBERS: Readonly<Partial<Record<OperationId, ReadMembers>>> = {
  'kv.put': { texts: KV_MEMBERS, data: ['ttlSeconds'] },
  'config.put': { texts: CONFIG_MEMBERS, data: [] },
  'documents.create': recordMembers(RECORD_MEMBERS.documents),
  'projects.create': recordMembers(RECORD_MEMBERS.projects),
}
