import { configEntryCalls } from './config-entries.js'
import { databaseCalls } from './database.js'
import { databaseKeyCalls } from './database-keys.js'
import { entryCalls } from './entries.js'
import { namespaceCalls } from './namespaces.js'
import { recordCalls } from './records.js'
import { storeCalls } from './stores.js'

/** The calls on what the three services hold, in the order of the index. */
export const contentCalls = [
  ...namespaceCalls,
  ...entryCalls,
  ...storeCalls,
  ...configEntryCalls,
  ...databaseCalls,
  ...databaseKeyCalls,
  ...recordCalls,
]
