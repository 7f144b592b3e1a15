/** The members of both types of record (docs/CONTRACT.md C-5 to C-10), and the option for a text that is null. */
export const RECORD_MEMBERS = {
  documents: { heading: 'title', text: 'content', textNull: 'contentNull' },
  projects: { heading: 'name', text: 'description', textNull: 'descriptionNull' },
} as const

/** The members that are read of the body of a put. */
export const KV_MEMBERS = ['value', 'ttlSeconds'] as const
export const CONFIG_MEMBERS = ['value'] as const
