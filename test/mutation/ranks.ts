import { dirname } from 'node:path'
import type { Mutant } from './mutants.js'
import type { Covered, Plan } from './notes.js'

/** In ms. A test that takes longer is not repeated for every mutant whose code it runs. */
const SLOW_MS_MAX = 2000

/**
 * Returns the tests that run the code of each mutant, those that are likely to kill it at little cost first. First come
 * tests of the file with the name of the module, one of each kind in turn. Then come some of each file of its folder to
 * one of each other file, since tests of one file check the same things.
 */
export function rankedBy(
  tests: readonly Covered[],
  mutants: readonly Mutant[],
): ReadonlyMap<string, readonly Covered[]> {
  const byMutant = testsOf(tests)
  return new Map(mutants.map(({ id, file }) => [id, inTurn(byMutant.get(id) ?? [], file)]))
}

/** Returns the usable tests, fast ones that run the code of few mutants first. */
export function byCost(tests: readonly Covered[]): readonly Covered[] {
  const cost = ({ hits, ms }: Covered) => (1 + ms) * Object.keys(hits).length
  const usable = tests.filter(({ test, isSound, ms }) => test !== '' && isSound && ms < SLOW_MS_MAX)
  return usable.sort((a, b) => cost(a) - cost(b))
}

/** Returns the tests that run the code of each mutant, the cheapest first. */
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
    // The rows of a table run the same mutants, and each table shall have its turn.
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

/** The number of tests of each kind of its own file that come before all others, and then to one of each other file. */
const OWN_AHEAD = 24
/** The number of tests of each file in the same folder, in the same way. */
const NEAR_AHEAD = 12
/** In ms. A test that takes this much longer comes a turn later. */
const TURN_MS = 30

/** Returns the tries of living mutants with the tests of some ranks. */
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

/** Returns the tries that a round left over. */
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
