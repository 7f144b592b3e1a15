import { dirname } from 'node:path'
import type { Mutant } from './mutants.js'
import type { Covered, Plan } from './notes.js'

/** In ms. A slower test isn't repeated for every mutant whose code it runs. */
const SLOW_MS_MAX = 2000

/**
 * Ranks the tests that run the code of each mutant, so that those likely to kill it at little cost come first. These
 * are tests in the file with the module's name and in other files in its folder. After a few of each, several more of
 * them come for each test from elsewhere, because tests in the same file check similar things.
 */
export function rankedBy(
  tests: readonly Covered[],
  mutants: readonly Mutant[],
): ReadonlyMap<string, readonly Covered[]> {
  const byMutant = testsOf(tests)
  return new Map(mutants.map(({ id, file }) => [id, inTurn(byMutant.get(id) ?? [], file)]))
}

/** The usable tests, fast ones that run the code of few mutants first. */
export function byCost(tests: readonly Covered[]): readonly Covered[] {
  const cost = ({ hits, ms }: Covered) => (1 + ms) * Object.keys(hits).length
  const usable = tests.filter(({ test, isSound, ms }) => test !== '' && isSound && ms < SLOW_MS_MAX)
  return usable.sort((a, b) => cost(a) - cost(b))
}

/** The tests that run the code of each mutant, the cheapest first. */
function testsOf(tests: readonly Covered[]): ReadonlyMap<string, readonly Covered[]> {
  const found = new Map<string, Covered[]>()
  for (const covered of byCost(tests))
    for (const mutant of Object.keys(covered.hits)) {
      const others = found.get(mutant)
      if (others === undefined) found.set(mutant, [covered])
      else others.push(covered)
    }
  return found
}

function inTurn(tests: readonly Covered[], module: string): readonly Covered[] {
  const own = module.replace(/^src/, 'test').replace(/\.ts$/, '')
  const folder = `${dirname(own)}/`
  const turns = new Map<string, number>()
  const turnOf = ({ file, ms, hits }: Covered): number => {
    const isOwn = file.startsWith(own)
    const isNear = file.startsWith(folder)
    // The rows of a table run the same mutants, and each table gets its turn.
    const kind = isOwn ? `${file}:${Object.keys(hits).length}` : file
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    const late = turn + ms / TURN_MS
    if (isOwn) return late / OWN_AHEAD - 1
    return isNear ? late / NEAR_AHEAD - 1 : late
  }
  return tests
    .map((covered) => ({ covered, turn: turnOf(covered) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ covered }) => covered)
}

/**
 * This many tests of each kind in its own file come before all tests from other folders, and then this many more before
 * each next one of those.
 */
const OWN_AHEAD = 24
/** The same for tests of each file in the same folder. */
const NEAR_AHEAD = 12
/** In ms. A test that takes this much longer comes a turn later. */
const TURN_MS = 30

/** The tries of surviving mutants with the tests of these ranks. */
export function triesOf(
  ranked: ReadonlyMap<string, readonly Covered[]>,
  killed: ReadonlyMap<string, string>,
  from: number,
  to: number,
): Plan['tries'] {
  const tries: Record<string, Record<string, number>> = {}
  for (const [mutant, tests] of ranked) {
    if (killed.has(mutant)) continue
    for (const { test, hits } of tests.slice(from, to)) {
      tries[test] ??= {}
      tries[test][mutant] = hits[mutant] ?? 0
    }
  }
  return tries
}

/** The tries that a round left over. */
export function stillLeft(
  tries: Plan['tries'],
  left: ReadonlyMap<string, readonly string[]>,
  killed: ReadonlyMap<string, string>,
): Plan['tries'] {
  return Object.fromEntries(
    [...left].flatMap(([test, mutants]) => {
      const living = mutants.filter((mutant) => !killed.has(mutant))
      if (living.length === 0) return []
      return [[test, Object.fromEntries(living.map((mutant) => [mutant, tries[test]?.[mutant] ?? 0]))]]
    }),
  )
}
