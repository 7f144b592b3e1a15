/** A sentence of the contract as data, with a way to test it. */

import { Session } from '../session.js'
import type { Need, ServiceUnderTest } from '../subject.js'

export type StatementService = 'kv' | 'config' | 'documents' | 'kv and config'

/** A normative sentence of the contract in our own words. Without `check`, no client can test it. */
export interface Statement {
  readonly id: string
  /** Where the contract says it: "Limits A.1". */
  readonly section: string
  readonly text: string
  readonly service: StatementService
  readonly needs: readonly Need[]
  /** Resolves if it holds. Rejects with a StatementFailure if it doesn't, or a StatementSkip if it can't be judged. */
  check?(subject: ServiceUnderTest): Promise<void>
}

/** Fields shared by a group of statements, unless one overrides them. */
export type Shared = Pick<Statement, 'service' | 'section' | 'needs'>

/**
 * A statement as written in its area's file. The check gets a session, which cleans up what it wrote, and unused keys.
 * Without a check, no client can test the sentence.
 */
export interface StatementDraft extends Partial<Shared>, Pick<Statement, 'text'> {
  check?(session: Session, key: string, other: string): Promise<unknown>
}

/** Drafts by their id. */
export type StatementDrafts = Readonly<Record<string, StatementDraft>>

/** Makes the statements of a group, in the order of its drafts. */
export function statements(shared: Shared, drafts: StatementDrafts): readonly Statement[] {
  return Object.entries(drafts).map(([id, { check, ...draft }]) => {
    const facts = { id, ...shared, ...draft }
    if (check === undefined) return { ...facts, needs: ['unobservable'] }
    return {
      ...facts,
      async check(subject) {
        const session = new Session(subject)
        try {
          await check(session, session.newKey(), session.newKey())
        } finally {
          await session.cleanUp()
        }
      },
    }
  })
}

/** Makes drafts for each of several things. */
export function each<Thing>(
  things: readonly Thing[],
  draftsFor: (thing: Thing) => StatementDrafts,
): StatementDrafts {
  return Object.fromEntries(things.flatMap((thing) => Object.entries(draftsFor(thing))))
}
