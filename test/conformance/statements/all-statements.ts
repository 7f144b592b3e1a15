import { AREAS, judge, type Statement } from '../../../conformance/statements/table.js'
import type { SubjectSource } from '../../../conformance/subject.js'

export const STATEMENTS: readonly Statement[] = Object.values(AREAS).flat()

export const CHECKED = STATEMENTS.filter(({ check }) => check !== undefined)

/**
 * Returns one in `share` statements, a different selection for each number. EVERY_STATEMENT=1 returns all, which takes
 * minutes.
 */
export const inTurn = (number: number, share: number): readonly Statement[] =>
  process.env.EVERY_STATEMENT === '1' ? CHECKED : CHECKED.filter((_, at) => (at + number) % share === 0)

/** Tries statements on a service and returns the verdicts that are not "holds". */
export async function unheld(statements: readonly Statement[], source: SubjectSource) {
  const found = []
  for (const statement of statements) {
    const verdict = await judge(statement, await source.subjectFor(statement.needs))
    if (verdict.outcome !== 'holds') found.push({ id: statement.id, ...verdict })
  }
  return found
}
