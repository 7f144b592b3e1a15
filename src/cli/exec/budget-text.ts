import { counted, grouped } from '../output/format.js'
import { type Bound, type BoundUse, operationsOf } from './budget.js'
import type { RunRecord } from './run-record.js'
import { behindLines } from './usage-text.js'

/** The most requests that are named for one bound. */
const NAMED_MAX = 50

/** How a run fares by its budget, for people. */
export interface BudgetVerdict {
  readonly isKept: boolean
  readonly lines: readonly string[]
}

/** The lines on a run that used more than its budget allows, each bound with the requests that it counts. */
export function overLines(path: string, uses: readonly BoundUse[], run: RunRecord): string[] {
  const over = uses.filter(({ used, max }) => used > max)
  return [
    `Over the budget ${path}:`,
    ...over.flatMap((one) => [`  ${usedText(one)}`, ...requestLines(one, run)]),
    'Where they are meant to be: --update writes the figures of this run into the budget.',
  ]
}

/** The line on a run that keeps to its budget. */
export function withinLine(path: string, uses: readonly BoundUse[]): string {
  return `Within the budget ${path}: ${uses.map(usedText).join(', ')}`
}

/** "kv.get 40 of 12", "ns_shop_k3v9x2 reads 3 of 3". */
export function usedText({ path, used, max }: BoundUse): string {
  return `${boundName({ path })} ${grouped(used)} of ${grouped(max)}`
}

export const boundName = ({ path }: Pick<Bound, 'path'>): string => path.join(' ')

function requestLines({ path }: BoundUse, run: RunRecord): string[] {
  const [name, quantity] = path
  const behind = run.behind(operationsOf(path), quantity === undefined ? undefined : name)
  return behindLines(behind, NAMED_MAX).map((line) => `    ${line}`)
}

/** A note on the bounds towards which nothing counted. */
export function idleLines(uses: readonly BoundUse[]): string[] {
  const idle = uses.filter(({ used, max }) => used === 0 && max > 0)
  if (idle.length === 0) return []
  return [`  nothing counted towards ${idle.map(boundName).join(', ')}`]
}

/** A note on the operations that no bound is about. */
export function unboundedLines(ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  return [`  without a bound: ${ids.join(', ')} (--update adds ${counted(ids.length, 'line')})`]
}
