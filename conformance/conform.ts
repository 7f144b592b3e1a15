/** Tries the contract's statements on a service, one after another. */

import { AREAS, judge, type Statement, type StatementVerdict } from './statements/table.js'
import type { SubjectSource } from './subject.js'

export interface Judgement {
  readonly area: string
  readonly statement: Statement
  readonly verdict: StatementVerdict
}

/** Three separate figures; adding them up means nothing. */
export interface Tally {
  /** Statements found to hold or to fail. */
  readonly covered: number
  readonly statements: number
  /** Statements found to fail. */
  readonly divergence: number
  /** Statements that couldn't be judged, because the service throttled, was unavailable or didn't answer in time. */
  readonly indeterminate: number
}

export interface ConformOptions {
  onStart?(statement: Statement): void
  /** True if the error means that the service has stopped answering. */
  isGone?(error: unknown): boolean
}

const STOPPED: StatementVerdict = { outcome: 'indeterminate', why: 'the service stopped answering' }

/**
 * Tries every statement, in the order of the report. A failure doesn't stop the others. If the service stops answering,
 * the rest are indeterminate, and the generator throws that error at the end.
 */
export async function* conform(
  source: SubjectSource,
  { onStart = () => {}, isGone = () => false }: ConformOptions = {},
): AsyncGenerator<Judgement> {
  const lost: { error?: unknown } = {}
  const verdictOf = async (statement: Statement): Promise<StatementVerdict> => {
    if ('error' in lost) return STOPPED
    onStart(statement)
    try {
      return await judge(statement, await source.subjectFor(statement.needs))
    } catch (error) {
      if (!isGone(error)) throw error
      lost.error = error
      return STOPPED
    }
  }
  for (const [area, statements] of Object.entries(AREAS)) {
    for (const statement of statements) yield { area, statement, verdict: await verdictOf(statement) }
  }
  if ('error' in lost) throw lost.error
}

export function tally(judgements: readonly Judgement[]): Tally {
  const count = (outcome: StatementVerdict['outcome']) =>
    judgements.filter(({ verdict }) => verdict.outcome === outcome).length
  return {
    covered: count('holds') + count('fails'),
    statements: judgements.length,
    divergence: count('fails'),
    indeterminate: count('indeterminate'),
  }
}
