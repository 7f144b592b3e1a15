import type { CallGroup } from './call.js'
import { aboutCalls, clockCalls, clockSchemas, worldCalls } from './calls-clock.js'
import { contractCalls, contractSchemas } from './calls-contract.js'
import { databaseCalls, databaseSchemas } from './calls-database.js'
import { journalCalls, journalSchemas } from './calls-journal.js'
import { namespaceCalls, resourceSchemas, storeCalls } from './calls-resources.js'
import { faultCalls, stateCalls, stateSchemas } from './calls-state.js'
import { object, type Schema, text } from './schema.js'

/** What goes over the wire in the calls of routes.ts, by group: the order of the groups is that of the document. */
export const callGroups: readonly CallGroup[] = [
  clockCalls,
  worldCalls,
  stateCalls,
  faultCalls,
  journalCalls,
  namespaceCalls,
  storeCalls,
  databaseCalls,
  contractCalls,
  aboutCalls,
]

/** Components of the admin interface, but for those that are made of what validates. */
export const adminSchemas: Readonly<Record<string, Schema>> = {
  ...clockSchemas,
  ...stateSchemas,
  ...journalSchemas,
  ...resourceSchemas,
  ...databaseSchemas,
  ...contractSchemas,
  AdminError: object(
    { error: text, message: text },
    {
      hint: text,
      problems: {
        type: 'array',
        items: { type: 'object' },
        description: 'Each with its place, where a seed is wrong.',
      },
    },
  ),
}
