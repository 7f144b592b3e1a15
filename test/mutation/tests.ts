import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { COVERED, type Covered, FINDINGS, type Finding, linesOf, type Plan } from './notes.js'
import { Enders, runTests } from './process.js'

/** In ms of processor time. Every test is run, and loads its modules. */
const COVER_SILENCE_MS_MAX = 120_000
/** In ms of processor time. Only tests under two seconds are tried. */
const TRY_SILENCE_MS_MAX = 30_000

/** Runs tests unchanged, and returns which mutants' code each of them runs. */
export async function cover(
  root: string,
  folder: string,
  files: readonly string[],
): Promise<readonly Covered[]> {
  rmSync(join(folder, COVERED), { force: true })
  const plan: Plan = { files, isCover: true, isWary: false, tries: {}, done: [], killed: [] }
  await runTests(root, folder, plan, { args: vitest(root, files), silenceMsMax: COVER_SILENCE_MS_MAX })
  return linesOf<Covered>(folder, COVERED)
}

export interface Round {
  readonly killed: ReadonlyMap<string, string>
  /** By test: the mutants that it wasn't tried with, or that gave no clear result. */
  readonly left: ReadonlyMap<string, readonly string[]>
}

/** Starts the tests again if a mutant hung or ended the process. */
export async function tryMutants(
  root: string,
  folder: string,
  files: readonly string[],
  tries: Plan['tries'],
  isWary: boolean,
): Promise<Round> {
  rmSync(join(folder, FINDINGS), { force: true })
  const killed = new Map<string, string>()
  const left = new Map<string, readonly string[]>()
  const enders = new Enders()
  for (;;) {
    const plan = { files, isCover: false, isWary, tries, done: [...left.keys()], killed: [...killed.keys()] }
    const script = { args: vitest(root, files), silenceMsMax: TRY_SILENCE_MS_MAX }
    const tried = await runTests(root, folder, plan, script)
    for (const finding of linesOf<Finding>(folder, FINDINGS)) {
      if ('killed' in finding) killed.set(finding.killed, finding.by)
      else left.set(finding.done, finding.left)
    }
    // The last test is done, so no mutant ended the process, although it may have ended before other tests ran.
    if (tried === undefined || left.has(tried.test))
      return { killed, left: new Map([...untried(tries), ...left]) }
    if (enders.isAgain(tried.mutant)) killed.set(tried.mutant, 'it hung or ended the process')
  }
}

/** All tests with their mutants, for tests that were not tried at all. */
const untried = (tries: Plan['tries']): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(tries).map(([test, mutants]) => [test, Object.keys(mutants)]))

const vitest = (root: string, files: readonly string[]): readonly string[] => [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  join(root, 'test/mutation/vitest.config.ts'),
  '--reporter=dot',
  ...files,
]
