import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the process that looks for mutants and the one that runs tests tell each other, by files of one folder. */

/** The folder, of the second process. */
export const FOLDER_VARIABLE = 'MUTATION_FOLDER'

/** What the tests are run for. */
export interface Plan {
  /** Whether they are run as they are, to see which mutants each of them comes by. */
  readonly isCover: boolean
  /** Of the tests, in the order in which they are run. */
  readonly files: readonly string[]
  /** Mutants to try, by the test that comes by them, with how often it does. */
  readonly tries: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Mutants to try with a look at the unchanged test after each. */
  readonly isWary: boolean
  /** What was found so far in this round; such tests are left out. */
  readonly done: readonly string[]
  readonly killed: readonly string[]
}

/** How often a test comes by each mutant, and how long it takes. */
export interface Covered {
  readonly test: string
  readonly name: string
  readonly file: string
  readonly ms: number
  readonly isSound: boolean
  readonly hits: Readonly<Record<string, number>>
}

/** A line of what the tests found. */
export type Finding =
  | { readonly killed: string; readonly by: string }
  /** A test is over; with these mutants it was not tried, or showed nothing since it failed unchanged too. */
  | { readonly done: string; readonly left: readonly string[] }

/** What is being tried. */
export interface TriedLast {
  readonly mutant: string
  readonly test: string
}

/** A mutant of what is done once, when its module is loaded, and the files of tests to try it with in turn. */
export interface LoadTry {
  readonly mutant: string
  readonly files: readonly string[]
}

/** What such a try came to. */
export interface LoadFinding {
  readonly mutant: string
  /** The file with the test that killed it. */
  readonly by?: string | undefined
}

export const PLAN = 'plan.json'
export const COVERED = 'covered.jsonl'
export const FINDINGS = 'findings.jsonl'
/** The mutant that is being tried and by which test: what hangs or ends the process is named there. */
export const TRIED = 'tried.json'
/** Written anew for each test that is left out: loading their files takes long where the machine is busy. */
export const HEARD = 'heard.txt'
export const LOAD_TRIES = 'load-tries.json'

export function linesOf<T>(folder: string, name: string): T[] {
  const text = readFileSync(join(folder, name), { encoding: 'utf8', flag: 'a+' })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
