/** Tries the contract's statements on a service, one after the other. */

import { AREAS, judge, type Statement, type Verdict } from './statements/table.js'
import type { SubjectSource } from './subject.js'

/** A statement, and how it fared. */
export interface Judgement {
  readonly area: string
  readonly statement: Statement
  readonly verdict: Verdict
}

/** How many statements fared how. */
export type Tally = Readonly<Record<Verdict['outcome'], number>>

/**
 * Tries every statement, in the order of a report. One that fails stops nothing; a service that cannot be reached
 * rejects with the error at hand.
 *
 * @param onStart called with each statement before it is tried
 */
export async function* conform(
  source: SubjectSource,
  onStart: (statement: Statement) => void = () => {},
): AsyncGenerator<Judgement> {
  for (const [area, statements] of Object.entries(AREAS)) {
    for (const statement of statements) {
      onStart(statement)
      yield { area, statement, verdict: await judge(statement, await source.subjectFor(statement.needs)) }
    }
  }
}

/** Counts judgements by their outcome. */
export function tally(judgements: readonly Judgement[]): Tally {
  const count = (outcome: Verdict['outcome']) =>
    judgements.filter(({ verdict }) => verdict.outcome === outcome).length
  return { holds: count('holds'), fails: count('fails'), skipped: count('skipped') }
}
