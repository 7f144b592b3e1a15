/**
 * The contract as data. Every sentence that binds the service is included once, in our own words and with a way to test
 * it.
 *
 * The tests run this table against the emulator, and `tristore-conform` runs it against any address. Checks only rely
 * on the contract, so gaps may be filled in any way, and unknown members and headers are ignored. `LEFT_OUT` has the
 * sentences that don't bind the service, each with a reason. If the contract states a rule twice, the table has it
 * once, in the section that says more.
 */

import { StatementFailure, StatementSkip } from '../check.js'
import { Disturbances, isNoWholeAnswer } from '../indeterminate.js'
import { NEEDS, unmet } from '../needs.js'
import type { ServiceUnderTest } from '../subject.js'
import { calendarStatements } from './calendar.js'
import { configStatements } from './config.js'
import { configValueStatements } from './config-values.js'
import { bearerStatements } from './credentials/bearer.js'
import { keyStatements } from './credentials/keys.js'
import { scopeStatements } from './credentials/scopes.js'
import { databaseAccessStatements } from './database/access.js'
import { databaseErrorStatements } from './database/errors.js'
import { pagingStatements } from './database/paging.js'
import { databaseStatements } from './database/records.js'
import { databaseTextStatements } from './database/texts.js'
import { entryKeyStatements } from './entry-keys.js'
import { expiryStatements } from './expiry.js'
import { generalStatements } from './general.js'
import { kvStatements } from './kv.js'
import { kvMissingStatements } from './kv-missing.js'
import { kvTimeStatements } from './kv-time.js'
import { listStatements } from './lists.js'
import { nameStatements } from './names.js'
import { sequenceStatements } from './sequences.js'
import { sizeStatements } from './sizes.js'
import type { Statement } from './statement.js'
import { togetherStatements } from './together.js'
import { monthStatements } from './usage/months.js'
import { movesStatements } from './usage/moves.js'
import { quotaStatements } from './usage/quota.js'
import { refusedStatements } from './usage/refused.js'
import { usageStatements } from './usage/report.js'
import { storageStatements } from './usage/storage.js'

export { NEEDS } from '../needs.js'
export { LEFT_OUT, type LeftOut } from './left-out.js'
export type { Statement, StatementService } from './statement.js'

/** The statements by area, in the order of the report. */
export const AREAS: Readonly<Record<string, readonly Statement[]>> = {
  general: generalStatements,
  'key-value entries': kvStatements,
  'entry keys': entryKeyStatements,
  'unusual keys': nameStatements,
  'large values': sizeStatements,
  'concurrent calls': togetherStatements,
  'sequences of calls': sequenceStatements,
  'time to live': kvTimeStatements,
  'around expiry': expiryStatements,
  'expired and missing keys': kvMissingStatements,
  lists: listStatements,
  usage: usageStatements,
  counters: movesStatements,
  'counters of refused calls': refusedStatements,
  'end of the month': monthStatements,
  'special days': calendarStatements,
  quotas: quotaStatements,
  storage: storageStatements,
  'config entries': configStatements,
  'config values': configValueStatements,
  'store keys': keyStatements,
  tokens: bearerStatements,
  scopes: scopeStatements,
  'database records': databaseStatements,
  'record texts': databaseTextStatements,
  'database keys': databaseAccessStatements,
  'database errors': databaseErrorStatements,
  paging: pagingStatements,
}

/** The result of checking a statement. It holds, fails, was skipped, or can't be judged, and `why` says why. */
export type StatementVerdict =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'fails'; readonly expected: string; readonly got: string }
  | { readonly outcome: 'skipped' | 'indeterminate'; readonly why: string }

/**
 * Checks a statement on a subject. A failure proves nothing if the service throttled, was unavailable or took too long
 * while the check ran. Throws if the subject can't be reached or the check has a bug.
 */
export async function judge(statement: Statement, subject: ServiceUnderTest): Promise<StatementVerdict> {
  const lacking = unmet(statement.needs, subject)
  if (lacking.length > 0 || statement.check === undefined) {
    return { outcome: 'skipped', why: `needs ${lacking.map((need) => NEEDS[need].what).join(', ')}` }
  }
  const disturbances = new Disturbances(subject.send, statement.needs)
  try {
    await statement.check({ ...subject, send: disturbances.send })
    return { outcome: 'holds' }
  } catch (error) {
    if (isNoWholeAnswer(error)) return { outcome: 'indeterminate', why: error.message }
    if (error instanceof StatementFailure) {
      const why = disturbances.first
      if (why !== undefined) return { outcome: 'indeterminate', why }
      return { outcome: 'fails', expected: error.expected, got: error.got }
    }
    if (error instanceof StatementSkip) return { outcome: 'skipped', why: error.message }
    throw error
  }
}
