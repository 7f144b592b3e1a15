import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  COVERED,
  type Covered,
  FINDINGS,
  type Finding,
  FOLDER_VARIABLE,
  linesOf,
  PLAN,
  type Plan,
  TRIED,
} from './notes.js'

/** Runs tests over the mutated sources in a process of its own, which a mutant may hang or end. */

/** In ms of real time without a word from the process. No try takes nearly as long. */
const SILENCE_MS_MAX = 60_000
const LOOK_MS = 1000

/** Runs tests as they are, and says which mutants they come by. */
export async function cover(
  root: string,
  folder: string,
  files: readonly string[],
): Promise<readonly Covered[]> {
  rmSync(join(folder, COVERED), { force: true })
  const plan: Plan = { files, isCover: true, isWary: false, tries: {}, done: [], killed: [] }
  await run(root, folder, plan)
  return linesOf<Covered>(folder, COVERED)
}

/** What a round of tries came to. */
export interface Round {
  readonly killed: ReadonlyMap<string, string>
  /** Mutants that a test was not tried with, or with which it showed nothing. */
  readonly left: ReadonlyMap<string, readonly string[]>
}

/** Tries mutants, starting the tests anew where one of them hung or ended the process. */
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
  for (;;) {
    rmSync(join(folder, TRIED), { force: true })
    const done = [...left.keys()]
    await run(root, folder, { files, isCover: false, isWary, tries, done, killed: [...killed.keys()] })
    for (const finding of linesOf<Finding>(folder, FINDINGS)) {
      if ('killed' in finding) killed.set(finding.killed, finding.by)
      else left.set(finding.done, finding.left)
    }
    const tried = lastTried(folder)
    // The test that was under way last came to its end: so did the process.
    if (tried === undefined || left.has(tried.test)) return { killed, left }
    killed.set(tried.mutant, 'it hung or ended the process')
  }
}

function lastTried(folder: string): { readonly mutant: string; readonly test: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, TRIED), 'utf8'))
  } catch {
    return undefined
  }
}

/** Ends where the tests are over, or nothing was heard of them for long. */
async function run(root: string, folder: string, plan: Plan): Promise<void> {
  writeFileSync(join(folder, PLAN), JSON.stringify(plan))
  const log = openSync(join(folder, 'log.txt'), 'a')
  const config = join(root, 'test/mutation/vitest.config.ts')
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=dot',
      ...plan.files,
    ],
    { cwd: root, env: { ...process.env, CI: '1', [FOLDER_VARIABLE]: folder }, stdio: ['ignore', log, log] },
  )
  const watch = setInterval(() => {
    if (silenceOf(folder) > SILENCE_MS_MAX) child.kill('SIGKILL')
  }, LOOK_MS)
  await ended(child)
  clearInterval(watch)
  closeSync(log)
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('close', () => resolve()))

/** How long ago the process last said anything, in ms. */
function silenceOf(folder: string): number {
  const heard = [PLAN, COVERED, FINDINGS, TRIED].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Date.now() - Math.max(...heard)
}
