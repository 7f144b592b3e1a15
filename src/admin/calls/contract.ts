import type { Gap } from '../../conformance/gaps/table.js'
import type { Statement } from '../../conformance/statements/table.js'
import { optionAt, type ProfileOption, profileOptions } from '../../domain/profile/options.js'
import type { Profile } from '../../domain/profile/profile.js'
import { type GapUsed, gapsUsed } from '../../journal/gaps-used.js'
import { type AdminRoute, ok } from '../call.js'

export const contractRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/contract',
    help: 'The contract as data: its statements (and the sentences that are none, with the reason), and its gaps with their present values, what else they may be, what it takes to see them, and the requests whose answers leaned on them',
    async handle({ context: { world } }) {
      // On first use: a start would pay for tables that few runs ask for.
      const [{ AREAS, LEFT_OUT, NEEDS }, { GAPS }] = await Promise.all([
        import('../../conformance/statements/table.js'),
        import('../../conformance/gaps/table.js'),
      ])
      const used = new Map(gapsUsed(world.journal.newestFirst()).map((gap) => [gap.option, gap]))
      const options = profileOptions()
      return ok({
        statements: Object.entries(AREAS).flatMap(([area, statements]) =>
          statements.map((statement) => shownStatement(statement, area)),
        ),
        leftOut: { counts: counted(LEFT_OUT.map(({ because }) => because)), sentences: LEFT_OUT },
        gaps: GAPS.map((gap) =>
          shownGap(gap, options.get(gap.option), world.profile, used.get(notedAs(gap.option))),
        ),
        needs: Object.fromEntries(Object.entries(NEEDS).map(([need, { what }]) => [need, what])),
        dropped: world.journal.dropped,
      })
    },
  },
]

function shownStatement(statement: Statement, area: string): object {
  const { id, text, section, needs } = statement
  return { id, meaning: text, section, area, interface: statement.interface, needs }
}

function shownGap(
  { option, meaning, sees, hidden }: Gap,
  { default: usual, allowed }: Partial<ProfileOption> = {},
  profile: Profile,
  { count, requests }: Pick<GapUsed, 'count' | 'requests'> = { count: 0, requests: [] },
): object {
  return {
    option,
    meaning,
    value: optionAt(profile, option),
    default: usual,
    allowed,
    sees,
    ...(hidden === undefined ? {} : { hidden }),
    leanedOn: { count, requests },
  }
}

/** The journal notes that one of the codes, or of the default limits, was read, and not which. */
const notedAs = (option: string): string => option.split('.').slice(0, 2).join('.')

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
