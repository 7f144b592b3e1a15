import { ALSO } from './also.js'
import { wrongConfig } from './config.js'
import { wrongCounters } from './counters.js'
import { wrongKeys } from './credentials.js'
import { wrongDatabase } from './database.js'
import { wrongAnswers } from './entries.js'
import { wrongEntryKeys } from './keys.js'
import { wrongKinds } from './kinds.js'
import { wrongCredentials, wrongEntries } from './kv.js'
import { wrongLists } from './lists.js'
import { wrongPlain } from './plain.js'
import { wrongPlainRecords } from './plain-records.js'
import { wrongQuotas } from './quotas.js'
import { wrongRecords } from './records.js'
import { wrongUsage } from './usage.js'
import type { Wrong } from './wrong.js'

const NAMED: readonly Wrong[] = [
  ...wrongEntries,
  ...wrongCredentials,
  ...wrongKeys,
  ...wrongEntryKeys,
  ...wrongUsage,
  ...wrongCounters,
  ...wrongQuotas,
  ...wrongLists,
  ...wrongAnswers,
  ...wrongConfig,
  ...wrongDatabase,
  ...wrongRecords,
  ...wrongPlain,
  ...wrongPlainRecords,
  ...wrongKinds,
]

export const WRONG: readonly Wrong[] = [...NAMED, ...ALSO.map(again)]

function again([what, caughtBy]: (typeof ALSO)[number]): Wrong {
  const found = NAMED.find((wrong) => wrong.what === what)
  if (found === undefined) throw new Error(`there is no emulator in which ${what}`)
  return { ...found, caughtBy }
}
