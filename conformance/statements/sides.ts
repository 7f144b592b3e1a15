import type { Entries, Session } from '../session.js'
import type { Need } from '../subject.js'
import { type Statement, type StatementDrafts, statements } from './statement.js'

/** One of the two stores, with access to the session's own entries and to someone else's. */
export interface Side {
  readonly area: 'kv' | 'config'
  readonly group: 'namespace' | 'store'
  /** The prefix of its needs, e.g. "store" in `store.writer`. */
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

/** Creates statements for both stores, in a section that covers both. By default they need to read and write. */
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
