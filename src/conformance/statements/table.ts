/**
 * The contract as data: every sentence of it that binds the service, once, in our own words, with a way to try it.
 *
 * The tests run the table against the emulator, `emulator conform` against any address. A check relies on the contract
 * alone: what is "not shown" may be any way, and unknown members and headers are ignored. Sentences that
 * bind no service are in `LEFT_OUT`, each with the reason, so that all are accounted for.
 * A rule that the contract says twice is one statement, under the section that says more.
 */

import { StatementFailure, StatementSkip } from '../check.js'
import { NEEDS, type Subject, unmet } from '../subject.js'
import { configStatements } from './config.js'
import { configValueStatements } from './config-values.js'
import { credentialStatements } from './credentials.js'
import { databaseStatements } from './database.js'
import { databaseAccessStatements } from './database-access.js'
import { databaseErrorStatements } from './database-errors.js'
import { generalStatements } from './general.js'
import { kvStatements } from './kv.js'
import { kvTimeStatements } from './kv-time.js'
import { pagingStatements } from './paging.js'
import { quotaStatements } from './quota.js'
import { scopeStatements } from './scopes.js'
import type { Statement } from './statement.js'
import { usageStatements } from './usage.js'

export { NEEDS } from '../subject.js'
export { LEFT_OUT, type LeftOut } from './left-out.js'
export type { Statement, StatementInterface } from './statement.js'

/** The statements by area, in the order of a report. */
export const AREAS: Readonly<Record<string, readonly Statement[]>> = {
  general: generalStatements,
  'key-value entries': kvStatements,
  'time to live': kvTimeStatements,
  usage: usageStatements,
  quotas: quotaStatements,
  'config entries': configStatements,
  'config values': configValueStatements,
  credentials: credentialStatements,
  scopes: scopeStatements,
  'database records': databaseStatements,
  'database keys': databaseAccessStatements,
  'database errors': databaseErrorStatements,
  paging: pagingStatements,
}

/** How a statement fared: it holds, it fails (expected, got), or it was skipped (why). */
export type Verdict =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'fails'; readonly expected: string; readonly got: string }
  | { readonly outcome: 'skipped'; readonly why: string }

/**
 * Tries one statement on a subject. A subject that cannot be reached, or a mistake in a check, is no verdict: it
 * rejects with the error at hand.
 */
export async function judge(statement: Statement, subject: Subject): Promise<Verdict> {
  const lacking = unmet(statement.needs, subject)
  if (lacking.length > 0 || statement.check === undefined) {
    return { outcome: 'skipped', why: `needs ${lacking.map((need) => NEEDS[need].what).join(', ')}` }
  }
  try {
    await statement.check(subject)
    return { outcome: 'holds' }
  } catch (error) {
    if (error instanceof StatementFailure) {
      return { outcome: 'fails', expected: error.expected, got: error.got }
    }
    if (error instanceof StatementSkip) return { outcome: 'skipped', why: error.message }
    throw error
  }
}
