/** Tries the contract's statements on a service, one after the other. */

import { AREAS, judge, type Statement, type StatementVerdict } from './statements/table.js'
import type { SubjectSource } from './subject.js'

/** A statement, and how it fared. */
export interface Judgement {
  readonly area: string
  readonly statement: Statement
  readonly verdict: StatementVerdict
}

/** Three figures that are about different things, and are never added up. */
export interface Tally {
  /** The number of statements that were found to hold or to fail. */
  readonly covered: number
  readonly statements: number
  /** The number of statements that fail. */
  readonly divergence: number
  /** The number that couldn't be judged, because the service throttled, was unavailable or didn't answer in time. */
  readonly indeterminate: number
}

export interface ConformOptions {
  /** Called with each statement before it is tried. */
  onStart?(statement: Statement): void
  /** True if the service has stopped answering. */
  isGone?(error: unknown): boolean
}

const STOPPED: StatementVerdict = { outcome: 'indeterminate', why: 'the service stopped answering' }

/**
 * Tries every statement, in the order of a report. A failure doesn't stop the others. When the service stops answering,
 * the rest is indeterminate, and the generator throws that error at the end.
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

/** The figures of a report. */
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
