import { appendFileSync, readFileSync } from 'node:fs'

/** Where tests write what they tried, for npm run trust; without it they write nothing. */
export const TALLY_VARIABLE = 'TRUST_TALLY'

/** What a test tried. */
export type Tally =
  | { readonly of: 'fuzz'; readonly what: string; readonly inputs: number }
  | ({ readonly of: 'simulation' } & Simulated)
  | { readonly of: 'coverage'; readonly transitions: Transitions }

/** What was simulated; virtual time is how far clocks were moved ahead. */
export interface Simulated {
  readonly seeds: number
  readonly runs: number
  readonly steps: number
  readonly requests: number
  readonly virtualMs: number
}

/** The outcomes that were seen of each state. */
export type Transitions = Readonly<Record<string, readonly string[]>>

export function tally(line: Tally): void {
  const file = process.env[TALLY_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

export function talliesIn(file: string): readonly Tally[] {
  const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n')
  return lines.filter((line) => line !== '').map((line): Tally => JSON.parse(line))
}
