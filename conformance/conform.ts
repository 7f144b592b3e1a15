/** Tries the contract's statements on a service, one after the other. */

import { AREAS, judge, type Statement, type Verdict } from './statements/table.js'
import type { SubjectSource } from './subject.js'

/** A statement, and how it fared. */
export interface Judgement {
  readonly area: string
  readonly statement: Statement
  readonly verdict: Verdict
}

/** Three figures that are about different things, and are never added up. */
export interface Tally {
  /** How many statements were judged, to hold or to fail, of how many there are. */
  readonly covered: number
  readonly statements: number
  /** How many of them fail. */
  readonly divergence: number
  /** How many could not be judged, for the service throttled, was not available or did not answer in time. */
  readonly indeterminate: number
}

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

/** The figures of a report. */
export function tally(judgements: readonly Judgement[]): Tally {
  const count = (outcome: Verdict['outcome']) =>
    judgements.filter(({ verdict }) => verdict.outcome === outcome).length
  return {
    covered: count('holds') + count('fails'),
    statements: judgements.length,
    divergence: count('fails'),
    indeterminate: count('indeterminate'),
  }
}
