import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files through which the search for mutants and the process that runs tests exchange plans and results. */

/** Tells the process that runs tests where their folder is. */
export const FOLDER_VARIABLE = 'MUTATION_FOLDER'

/** The purpose of a test run. */
export interface Plan {
  /** Runs the tests unchanged, to see which mutants' code each of them runs. */
  readonly isCover: boolean
  /** The test files, in running order. */
  readonly files: readonly string[]
  /** Mutants to try, by test, each with the number of times that the test runs its code. */
  readonly tries: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Runs the unchanged test after each failure. */
  readonly isWary: boolean
  /** Tests that already have a result in this round and are left out. */
  readonly done: readonly string[]
  readonly killed: readonly string[]
}

/** A test's duration, and the number of times that the test runs the code of each mutant. */
export interface Covered {
  readonly test: string
  readonly name: string
  readonly file: string
  readonly ms: number
  readonly isSound: boolean
  readonly hits: Readonly<Record<string, number>>
}

/** A line that the tests report. */
export type Finding =
  | { readonly killed: string; readonly by: string }
  /**
   * A test is done. `left` are the mutants that it wasn't tried with, or that it told us nothing about because it also
   * failed unchanged.
   */
  | { readonly done: string; readonly left: readonly string[] }

/** The current try. */
export interface TriedLast {
  readonly mutant: string
  readonly test: string
}

/** A mutant of load-time code, and the test files to try it with in turn. */
export interface LoadTry {
  readonly mutant: string
  readonly files: readonly string[]
}

/** The result of such a try. */
export interface LoadFinding {
  readonly mutant: string
  /** The file with the test that killed it. */
  readonly by?: string | undefined
}

export const PLAN = 'plan.json'
export const COVERED = 'covered.jsonl'
export const FINDINGS = 'findings.jsonl'
/** Holds the mutant and test of the current try, so that we know which mutant made the process hang or exit. */
export const TRIED = 'tried.json'
/**
 * Rewritten whenever a test is skipped, as a sign of life. Loading the skipped tests' files takes a while on a busy
 * machine.
 */
export const HEARD = 'heard.txt'
export const LOAD_TRIES = 'load-tries.json'

export function linesOf<T>(folder: string, name: string): T[] {
  const text = readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
