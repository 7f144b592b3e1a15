import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesFor, tryLoading } from './loading.js'
import { changeOf, type Mutant, type Mutated, mutate } from './mutants.js'
import type { Covered } from './notes.js'
import { byCost, rankedBy, stillLeft, triesOf } from './ranks.js'
import { cover, tryMutants } from './tests.js'

const HELP = `node test/mutation/main.js [--only src/services/kv ...] [--tests 40] [--least 95]

Changes src/domain, src/services and src/request in thousands of small ways, and checks for each change whether a test fails.
Prints the changes that no test notices, by module. A full run takes some hours.

  --only PATH   the mutants of this module, or of the modules in this folder; repeatable. Several runs with different
                modules may be active at the same time
  --tests N     tries each mutant with at most N tests, those that are most likely to kill it first
  --least N     ends with 1 if the tests notice fewer than N per cent
`

const TESTS: readonly string[] = [
  'test/domain',
  'test/services',
  'test/request',
  'test/seed',
  'test/openapi/document.test.ts',
  'test/admin',
  'test/inspect',
  'test/identity',
  'test/client/in-process',
  'test/client',
  'test/http',
  'test/web',
  'test/attack',
  'test/history',
  'test/conformance/gaps',
  'test/conformance/statements',
  'test/simulation/simulation.test.ts',
  'test/golden',
  'test/worlds',
  'test/own-service',
]

/** The number of tests tried with a mutant after each round but the last. */
const RANKS: readonly number[] = [14, 50, 200]
/** The number of test files tried with a mutant of load-time code after each round. */
const FILE_RANKS: readonly number[] = [7, 20, 60]
/** The number of extra rounds for mutants without a clear result. */
const WARY_ROUNDS_MAX = 3

/** @returns the exit status */
export async function run(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      tests: { type: 'string', default: 'Infinity' },
      least: { type: 'string', default: '0' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const folder = join(root, 'node_modules/.cache/tristore-emulator-mutation', `run-${process.pid}`)
  const mutated = await mutate(root)
  const paths = values.only ?? ['']
  const isChosen = (file: string) =>
    paths.some((path) => path === '' || file === path || file.startsWith(`${path}/`))
  const chosen = mutated.mutants.filter(({ file }) => isChosen(file))
  if (chosen.length === 0) throw new Error(`there are no mutants of ${paths.join(', ')}`)
  writeSources(folder, mutated)
  const tests = await cover(root, folder, TESTS)
  const testsMax = Number(values.tests)
  if (!(testsMax > 0)) throw new Error(`--tests ${values.tests}: give a number above 0`)
  const isAtLoad = loadedOnly(tests)
  const reached = chosen.filter((mutant) => !isAtLoad(mutant))
  const killed = new Set([
    ...(await search(root, folder, reached, tests, testsMax)).keys(),
    ...(await searchAtLoad(root, folder, chosen.filter(isAtLoad), tests, mutated)),
  ])
  rmSync(folder, { recursive: true, force: true })
  const share = report(chosen, killed)
  return share < Number(values.least) ? 1 : 0
}

/** Checks for mutants whose code runs when a module is loaded, and never during a test. */
function loadedOnly(tests: readonly Covered[]): (mutant: Mutant) => boolean {
  const met = (isTest: boolean) =>
    new Set(tests.filter(({ test }) => (test !== '') === isTest).flatMap(({ hits }) => Object.keys(hits)))
  const [reached, loaded] = [met(true), met(false)]
  return ({ id }) => !reached.has(id) && loaded.has(id)
}

function writeSources(folder: string, { sources }: Mutated): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

/** Tries mutants with the tests that run their code. Returns the test that killed each. */
async function search(
  root: string,
  folder: string,
  mutants: readonly Mutant[],
  tests: readonly Covered[],
  testsMax: number,
): Promise<ReadonlyMap<string, string>> {
  const killed = new Map<string, string>()
  const ranked = rankedBy(tests, mutants)
  const ordered = byCost(tests)
  let from = 0
  for (const to of [...RANKS.filter((rank) => rank < testsMax), testsMax]) {
    let tries = triesOf(ranked, killed, from, to)
    from = to
    for (let round = 0; round <= WARY_ROUNDS_MAX; round++) {
      const files = ordered.filter(({ test }) => test in tries).map(({ file }) => file)
      if (files.length === 0) break
      const found = await tryMutants(root, folder, [...new Set(files)], tries, round > 0)
      for (const [mutant, by] of found.killed) killed.set(mutant, by)
      console.log(
        `${new Date().toISOString()} with ${to} tests each: ${killed.size} of ${mutants.length} killed`,
      )
      tries = stillLeft(tries, found.left, killed)
    }
  }
  return killed
}

/** Tries mutants of load-time code with whole test files. Returns the killed ones. */
async function searchAtLoad(
  root: string,
  folder: string,
  mutants: readonly Mutant[],
  tests: readonly Covered[],
  mutated: Mutated,
): Promise<ReadonlySet<string>> {
  const killed = new Set<string>()
  let from = 0
  for (const to of FILE_RANKS) {
    const tries = mutants
      .filter(({ id }) => !killed.has(id))
      .map(({ id, file }) => ({
        mutant: id,
        files: filesFor(file, tests, mutated.mutants).slice(from, to),
      }))
    from = to
    for (const mutant of (await tryLoading(root, folder, tries)).keys()) killed.add(mutant)
    console.log(
      `${new Date().toISOString()} with ${to} files each: ${killed.size} of ${mutants.length} killed at load time`,
    )
  }
  return killed
}

/**
 * Prints the survivors of each module and the share killed.
 *
 * @returns that share as a percentage
 */
function report(mutants: readonly Mutant[], killed: ReadonlySet<string>): number {
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file)
    const survivors = own.filter(({ id }) => !killed.has(id))
    console.log(`${file}: ${own.length - survivors.length} of ${own.length} killed`)
    for (const survivor of survivors) console.log(`  ${changeOf(survivor)}`)
  }
  const share = (100 * killed.size) / mutants.length
  console.log(`${killed.size} of ${mutants.length} killed: ${share.toFixed(1)} per cent`)
  return share
}
