import { Session } from '../session.js'
import type { Need, ServiceUnderTest } from '../subject.js'

export type StatementService = 'kv' | 'config' | 'documents' | 'kv and config'

/** A normative sentence of the contract in our own words. If it has no `check`, no client can test it. */
export interface Statement {
  readonly id: string
  /** Where it is in the contract, e.g. "Limits A.1". */
  readonly section: string
  readonly text: string
  readonly service: StatementService
  readonly needs: readonly Need[]
  /** Rejects with a `StatementFailure` if it doesn't hold, or with a `StatementSkip` if it can't be judged. */
  check?(subject: ServiceUnderTest): Promise<void>
}

/** Defaults for a group of statements. */
export type Shared = Pick<Statement, 'service' | 'section' | 'needs'>

/**
 * A statement as it's written in the file for its area. Its `check` gets two unused keys and a session, which cleans up
 * afterwards. If there's no `check`, no client can test the sentence.
 */
export interface StatementDraft extends Partial<Shared>, Pick<Statement, 'text'> {
  check?(session: Session, key: string, other: string): Promise<unknown>
}

/** Drafts by the statement's id. */
export type StatementDrafts = Readonly<Record<string, StatementDraft>>

/** Creates the statements of a group, in the order of the drafts. */
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

export function each<Thing>(
  things: readonly Thing[],
  draftsFor: (thing: Thing) => StatementDrafts,
): StatementDrafts {
  return Object.fromEntries(things.flatMap((thing) => Object.entries(draftsFor(thing))))
}
