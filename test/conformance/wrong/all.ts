import { wrongConfig } from './config.js'
import { wrongCounters } from './counters.js'
import { wrongKeys } from './credentials.js'
import { wrongDatabase } from './database.js'
import { wrongAnswers } from './entries.js'
import { wrongCredentials, wrongEntries } from './kv.js'
import { wrongQuotas } from './quotas.js'
import { wrongRecords } from './records.js'
import { wrongUsage } from './usage.js'
import type { Wrong } from './wrong.js'

/** Every way of being wrong that a statement is there to notice. */
export const WRONG: readonly Wrong[] = [
  ...wrongEntries,
  ...wrongCredentials,
  ...wrongKeys,
  ...wrongUsage,
  ...wrongCounters,
  ...wrongQuotas,
  ...wrongAnswers,
  ...wrongConfig,
  ...wrongDatabase,
  ...wrongRecords,
]
