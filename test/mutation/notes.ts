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
  /** Mutants to try, by the test that runs their code, with the number of times that it does. */
  readonly tries: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Runs the unchanged test after each failure. */
  readonly isWary: boolean
  /** Tests that already have a result in this round and are left out. */
  readonly done: readonly string[]
  readonly killed: readonly string[]
}

/** The number of times that a test runs the code of each mutant, and its duration. */
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
  /** A test is over. It was not tried with these mutants, or showed nothing because it also failed unchanged. */
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
/** Holds the mutant and test of the current try, so that a mutant that hangs or ends the process is known. */
export const TRIED = 'tried.json'
/** Written again for each test that is left out, because loading their files takes long on a busy machine. */
export const HEARD = 'heard.txt'
export const LOAD_TRIES = 'load-tries.json'

export function linesOf<T>(folder: string, name: string): T[] {
  const text = readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
