import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Mutant } from './mutants.js'
import { type Covered, FINDINGS, LOAD_TRIES, type LoadFinding, type LoadTry, linesOf } from './notes.js'
import { Enders, runTests } from './process.js'

/**
 * Tries mutants of code that runs once, when a module is loaded (tables, schemas). They can't be switched on while
 * tests run, so whole test files are loaded again for each mutant.
 */

/** In ms. A test file that takes longer isn't repeated for every mutant. */
const FILE_MS_MAX = 3000
/** In ms. One try takes up to forty files. */
const SILENCE_MS_MAX = 120_000

/**
 * Returns test files for a module, those most likely to kill its mutants first: files with its name, in its folder or
 * above; then files of its folder; then files that run most of its functions. A module without functions borrows those
 * of its neighbours.
 */
export function filesFor(
  module: string,
  tests: readonly Covered[],
  mutants: readonly Mutant[],
): readonly string[] {
  const files = [...filesOf(tests)].filter(([, { ms, isSound }]) => isSound && ms < FILE_MS_MAX)
  const own = idsUnder(mutants, module)
  const isTables = !files.some(([, { hits }]) => count(hits, own) > 0)
  const near = isTables ? idsUnder(mutants, `${dirname(module)}/`) : own
  const named = module.replace(/^src/, 'test').replace(/\.ts$/, '')
  const rankOf = (file: string): number => {
    const isAtOrAbove = `${dirname(named)}/`.startsWith(`${dirname(file)}/`)
    if (isAtOrAbove && basename(file).startsWith(basename(named))) return 0
    return dirname(file) === dirname(named) ? 1 : 2
  }
  return files
    .map(([file, { hits, ms }]) => ({ file, rank: rankOf(file), met: count(hits, near), ms }))
    .filter(({ rank, met }) => rank < 2 || met > 0)
    .sort((a, b) => a.rank - b.rank || b.met - a.met || a.ms - b.ms)
    .map(({ file }) => file)
}

/** @returns the killed mutants */
export async function tryLoading(
  root: string,
  folder: string,
  tries: readonly LoadTry[],
): Promise<ReadonlyMap<string, string>> {
  rmSync(join(folder, FINDINGS), { force: true })
  const killed = new Map<string, string>()
  const over = new Set<string>()
  const enders = new Enders()
  const script = { args: [join(root, 'test/mutation/load-tries.js')], silenceMsMax: SILENCE_MS_MAX }
  const plan = { files: [], isCover: false, isWary: false, tries: {}, done: [], killed: [] }
  for (;;) {
    const left = tries.filter(({ mutant }) => !over.has(mutant))
    if (left.length === 0) return killed
    writeFileSync(join(folder, LOAD_TRIES), JSON.stringify(left))
    const tried = await runTests(root, folder, plan, script)
    const before = over.size
    for (const { mutant, by } of linesOf<LoadFinding>(folder, FINDINGS)) {
      over.add(mutant)
      if (by !== undefined) killed.set(mutant, by)
    }
    const isUnderWay = tried !== undefined && !over.has(tried.mutant)
    if (isUnderWay && enders.isAgain(tried.mutant)) {
      over.add(tried.mutant)
      killed.set(tried.mutant, 'it hung or ended the process')
    }
    if (!isUnderWay && over.size === before) throw new Error(`nothing was tried: ${folder}/log.txt says why`)
  }
}

interface TestFile {
  ms: number
  isSound: boolean
  readonly hits: Set<string>
}

function filesOf(tests: readonly Covered[]): ReadonlyMap<string, TestFile> {
  const files = new Map<string, TestFile>()
  for (const { test, file, ms, isSound, hits } of tests) {
    if (test === '') continue
    const found = files.get(file) ?? { ms: 0, isSound: true, hits: new Set() }
    files.set(file, found)
    found.ms += ms
    found.isSound &&= isSound
    for (const id of Object.keys(hits)) found.hits.add(id)
  }
  return files
}

const idsUnder = (mutants: readonly Mutant[], path: string): ReadonlySet<string> =>
  new Set(mutants.filter(({ file }) => file.startsWith(path)).map(({ id }) => id))

function count(ids: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let found = 0
  for (const id of ids) if (among.has(id)) found += 1
  return found
}
