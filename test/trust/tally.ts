import { appendFileSync, readFileSync } from 'node:fs'

/** Where tests write what they tried, for npm run trust; without it they write nothing. */
export const TALLY_VARIABLE = 'TRUST_TALLY'

/** What a test tried. */
export type Tally =
  | { readonly of: 'fuzz'; readonly what: string; readonly inputs: number }
  | ({ readonly of: 'simulation' } & Simulated)
  | ({ readonly of: 'coverage' } & Covered)

/** What was simulated; virtual time is how far clocks were moved ahead. */
export interface Simulated {
  readonly seeds: number
  readonly runs: number
  readonly steps: number
  readonly requests: number
  readonly virtualMs: number
}

/** The numbers of states of the model that were met, and of outcomes that came of them. */
export interface Covered {
  readonly states: number
  readonly transitions: number
}

export function tally(line: Tally): void {
  const file = process.env[TALLY_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

export function talliesIn(file: string): readonly Tally[] {
  const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n')
  return lines.filter((line) => line !== '').map((line): Tally => JSON.parse(line))
}
