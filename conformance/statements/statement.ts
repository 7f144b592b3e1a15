/** One sentence of the contract, as data with a way to try it. */

import { Session } from '../session.js'
import type { Need, ServiceUnderTest } from '../subject.js'

/** The interface that a statement is about. */
export type StatementInterface = 'kv' | 'config' | 'documents' | 'kv and config'

/**
 * A normative sentence of the contract in our own words. Without `check` no client can see whether it holds.
 */
export interface Statement {
  readonly id: string
  /** Where the contract says it, e.g. "Limits A.1". */
  readonly section: string
  readonly text: string
  readonly interface: StatementInterface
  readonly needs: readonly Need[]
  /**
   * Resolves when it holds, rejects with a StatementFailure when not, with a StatementSkip when it cannot
   * judge.
   */
  check?(subject: ServiceUnderTest): Promise<void>
}

/**
 * A statement as its area file writes it: its check takes a session, which removes afterwards what it wrote.
 */
export interface StatementDraft extends Omit<Statement, 'check'> {
  check(session: Session): Promise<void>
}

/** Makes the statement out of its draft. */
export function statement({ check, ...facts }: StatementDraft): Statement {
  return {
    ...facts,
    async check(subject) {
      const session = new Session(subject)
      try {
        await check(session)
      } finally {
        await session.cleanUp()
      }
    },
  }
}

/** A sentence that binds the service and that no client can see. */
export function unobservable(facts: Omit<Statement, 'check' | 'needs'>): Statement {
  return { ...facts, needs: ['unobservable'] }
}
