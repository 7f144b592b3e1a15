import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The results for the mutants of each module, as in test/mutation/score.json. */

export interface ModuleScore {
  readonly commit: string
  readonly date: string
  /** The largest number of tests that a mutant was tried with. */
  readonly triedWith: number | 'all'
  readonly killed: number
  /** The changes that no test notices. */
  readonly survivors: readonly string[]
}

export type Score = Readonly<Record<string, ModuleScore>>

/** Relative to the root of the checkout, since bundled code does not know its original path. */
const FILE = 'test/mutation/score.json'

export const readScore = (root: string): Score => JSON.parse(readFileSync(join(root, FILE), 'utf8'))

export function writeScore(root: string, score: Score): void {
  const sorted = Object.fromEntries(Object.entries(score).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(root, FILE), `${JSON.stringify(sorted, null, 2)}\n`)
}
