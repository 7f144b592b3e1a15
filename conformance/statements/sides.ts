/** Shared parts of statements that hold for both stores. */

import type { Entries, Session } from '../session.js'
import type { Need } from '../subject.js'
import { type Statement, type StatementDrafts, statements } from './statement.js'

/** One of the two stores, and access to entries of a session and of another owner. */
export interface Side {
  readonly area: 'kv' | 'config'
  readonly group: 'namespace' | 'store'
  /** The first part of its needs, as in `store.writer`. */
  readonly part: 'kv' | 'store'
  own(session: Session): Entries
  foreign(session: Session): Entries
}

const SIDES: readonly Side[] = [
  { area: 'kv', group: 'namespace', part: 'kv', own: ({ kv }) => kv, foreign: ({ foreignKv }) => foreignKv },
  {
    area: 'config',
    group: 'store',
    part: 'store',
    own: ({ store }) => store,
    foreign: ({ foreignStore }) => foreignStore,
  },
]

/** States something about both stores, in a section with a part for each. By default they need to write and read. */
export function onBothSides(
  section: string,
  draftsFor: (side: Side) => StatementDrafts,
  needsOf: (side: Side) => readonly Need[] = ({ part }) => [`${part}.writer`, `${part}.reader`],
): readonly Statement[] {
  return SIDES.flatMap((side) => {
    const shared = { service: side.area, section: `${section} ${side.area}`, needs: needsOf(side) }
    return statements(shared, draftsFor(side))
  })
}
