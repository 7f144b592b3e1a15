import type { Disturbance, RunResult } from './one-run.js'
import type { SweptPoint } from './report.js'

/** One disturbed run of a sweep. */
export interface Trial {
  readonly point: string
  readonly kind: SweptPoint['kind']
  readonly disturbance: Disturbance
  /** Its further names: without its occurrence, without its resource. */
  readonly shortNames: readonly string[]
  /** What is disturbed, and how, whatever the resource: findings of one cause are together in the report. */
  readonly cause: string
  /** The trials whose results it is judged by, besides its own. */
  readonly comparedWith?: readonly string[]
  /** Whether it is there to compare with, and no point of its own. */
  readonly isControl?: boolean
  judge(result: RunResult, others: Others): Verdict
}

/** The results of other trials by their points; those that were not made are not there. */
export type Others = ReadonlyMap<string, RunResult>

/** What came of a trial. */
export type Verdict = Pick<SweptPoint, 'outcome' | 'reason' | 'differences'>

/** Whether a name selects a trial. */
export const isNamed = ({ point, shortNames }: Trial, name: string): boolean =>
  name === point || shortNames.includes(name)
