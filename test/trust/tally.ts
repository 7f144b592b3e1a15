import { appendFileSync, readFileSync } from 'node:fs'

/** The variable with the file that tests write their tallies to, for npm run trust. Without it they write nothing. */
export const TALLY_VARIABLE = 'TRUST_TALLY'

/** The number of things that a test tried. */
export type Tally =
  | { readonly of: 'fuzz'; readonly what: string; readonly inputs: number }
  | ({ readonly of: 'simulation' } & Simulated)
  | ({ readonly of: 'coverage' } & Covered)

/** The extent of simulations. The virtual time is the sum of forward moves of clocks. */
export interface Simulated {
  readonly seeds: number
  readonly runs: number
  readonly steps: number
  readonly requests: number
  readonly virtualMs: number
}

/** The number of states of the model that were met, and of their different outcomes. */
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
