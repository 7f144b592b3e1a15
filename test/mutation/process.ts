import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COVERED, FINDINGS, FOLDER_VARIABLE, HEARD, PLAN, type Plan, TRIED, type TriedLast } from './notes.js'

/** Runs tests with the mutated sources in a separate process, because a mutant may make it hang or exit. */

const LOOK_MS = 1000

/** A process that's silent for this many times its limit in real time counts as hanging, too. */
const WAIT_FACTOR = 20

/**
 * A script to run, and how long it may be silent. That's in ms of processor time, so that other work can't make the
 * script seem to hang.
 */
export interface Script {
  /** The arguments of node: the script and its own arguments. */
  readonly args: readonly string[]
  /** Far longer than any step that doesn't hang. */
  readonly silenceMsMax: number
}

/**
 * Runs a script until it ends or is silent for too long.
 *
 * @returns the last try
 */
export async function runTests(
  root: string,
  folder: string,
  plan: Plan,
  { args, silenceMsMax }: Script,
): Promise<TriedLast | undefined> {
  rmSync(join(folder, TRIED), { force: true })
  writeFileSync(join(folder, PLAN), JSON.stringify(plan))
  const log = openSync(join(folder, 'log.txt'), 'a')
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CI: '1', [FOLDER_VARIABLE]: folder },
    stdio: ['ignore', log, log],
  })
  let heardAt = 0
  let usedBefore = 0
  const watch = setInterval(() => {
    const heard = lastHeard(folder)
    const used = processorMsOf(child.pid) ?? Date.now()
    if (heard > heardAt) [heardAt, usedBefore] = [heard, used]
    const hangs = used - usedBefore > silenceMsMax || Date.now() - heardAt > WAIT_FACTOR * silenceMsMax
    if (hangs) child.kill('SIGKILL')
  }, LOOK_MS)
  await ended(child)
  clearInterval(watch)
  closeSync(log)
  return lastTried(folder)
}

/** Mutants that were being tried when the process hung or ended. The first time, another one may have caused it. */
export class Enders {
  readonly #once = new Set<string>()

  /** @returns true if it happened with this mutant before */
  isAgain(mutant: string): boolean {
    const isAgain = this.#once.has(mutant)
    this.#once.add(mutant)
    return isAgain
  }
}

function lastTried(folder: string): TriedLast | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, TRIED), 'utf8'))
  } catch {
    return undefined
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('close', () => resolve()))

/** The time of the process's last write, in Unix ms. */
function lastHeard(folder: string): number {
  const heard = [PLAN, COVERED, FINDINGS, TRIED, HEARD].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...heard)
}

/** In ms. Undefined if the system has no /proc. */
function processorMsOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // The 14th and 15th fields: hundredths of a second in user and in system mode.
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return undefined
  }
}
