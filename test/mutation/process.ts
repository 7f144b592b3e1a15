import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COVERED, FINDINGS, FOLDER_VARIABLE, HEARD, PLAN, type Plan, TRIED, type TriedLast } from './notes.js'

/** Runs tests over the mutated sources in a process of its own, which a mutant may hang or end. */

const LOOK_MS = 1000

/** What runs, and for how long nothing may be heard of it, in ms of real time. */
export interface Script {
  /** Of node: the script, and what it takes. */
  readonly args: readonly string[]
  /** Far more than anything takes that does not hang. */
  readonly silenceMsMax: number
}

/**
 * Runs a script, until it is over or nothing was heard of it for too long.
 *
 * @returns what was being tried at the end
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
  const watch = setInterval(() => {
    if (silenceOf(folder) > silenceMsMax) child.kill('SIGKILL')
  }, LOOK_MS)
  await ended(child)
  clearInterval(watch)
  closeSync(log)
  return lastTried(folder)
}

/** Mutants that were being tried when the process hung or ended. The first time it may have been another's doing. */
export class Enders {
  readonly #once = new Set<string>()

  /** @returns whether it was so with this one before */
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

/** How long ago the process last said anything, in ms. */
function silenceOf(folder: string): number {
  const heard = [PLAN, COVERED, FINDINGS, TRIED, HEARD].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Date.now() - Math.max(...heard)
}
