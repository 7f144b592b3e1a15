/** Tries the contract's statements on a service, one at a time. */

import { AREAS, judge, type Statement, type StatementVerdict } from './statements/table.js'
import type { SubjectSource } from './subject.js'

export interface Judgement {
  readonly area: string
  readonly statement: Statement
  readonly verdict: StatementVerdict
}

/** Three separate figures. Their sum would be meaningless. */
export interface Tally {
  /** Number of statements that were found to hold or to fail. */
  readonly covered: number
  readonly statements: number
  /** Number of statements that were found to fail. */
  readonly divergence: number
  /** Number of statements that couldn't be judged, because the service throttled, was unavailable or took too long. */
  readonly indeterminate: number
}

export interface ConformOptions {
  onStart?(statement: Statement): void
  /** Returns true if the error means that the service has stopped responding. */
  isGone?(error: unknown): boolean
}

const STOPPED: StatementVerdict = { outcome: 'indeterminate', why: 'the service stopped responding' }

/**
 * Tries every statement, in the order of the report. If one fails, the others are still tried. If the service stops
 * responding, the rest are indeterminate, and the generator throws the error at the end.
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
