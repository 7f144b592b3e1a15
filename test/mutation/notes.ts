import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files with which the search for mutants and the process that runs tests exchange plans and results. */

/** The variable with the path of their folder, for the process that runs tests. */
export const FOLDER_VARIABLE = 'MUTATION_FOLDER'

/** What a run of the tests is for. */
export interface Plan {
  /** True if they are run unchanged, to see which mutants' code each of them runs. */
  readonly isCover: boolean
  /** The test files, in the order in which they are run. */
  readonly files: readonly string[]
  /** Mutants to try, by the test that runs their code, with the number of times that it does. */
  readonly tries: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** True to run the unchanged test after each failure. */
  readonly isWary: boolean
  /** Tests with a result in this round; they are left out. */
  readonly done: readonly string[]
  readonly killed: readonly string[]
}

/** How often a test runs the code of each mutant, and how long it takes. */
export interface Covered {
  readonly test: string
  readonly name: string
  readonly file: string
  readonly ms: number
  readonly isSound: boolean
  readonly hits: Readonly<Record<string, number>>
}

/** A line of the findings of the tests. */
export type Finding =
  | { readonly killed: string; readonly by: string }
  /** A test is over; with these mutants it was not tried, or showed nothing since it failed unchanged too. */
  | { readonly done: string; readonly left: readonly string[] }

/** The current try. */
export interface TriedLast {
  readonly mutant: string
  readonly test: string
}

/** A mutant of code that runs once, when its module is loaded, and the test files to try it with in turn. */
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
/** The mutant and test of the current try: it names the mutant that hangs or ends the process. */
export const TRIED = 'tried.json'
/** Written again for each test that is left out, since loading their files takes long on a busy machine. */
export const HEARD = 'heard.txt'
export const LOAD_TRIES = 'load-tries.json'

export function linesOf<T>(folder: string, name: string): T[] {
  const text = readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
