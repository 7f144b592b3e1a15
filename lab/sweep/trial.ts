import type { Disturbance, RunResult } from './one-run.js'
import type { SweptPoint } from './report.js'

/** One disturbed run of a sweep. */
export interface Trial {
  readonly point: string
  readonly kind: SweptPoint['kind']
  readonly disturbance: Disturbance
  /** Its further names: without its occurrence, without its resource. */
  readonly shortNames: readonly string[]
  /** The disturbance without its resource. Findings with the same cause are grouped in the report. */
  readonly cause: string
  /** The trials whose results it is judged by, besides its own. */
  readonly comparedWith?: readonly string[]
  /** A control: run for comparison, not reported. */
  readonly isControl?: boolean
  judge(result: RunResult, others: Others): Verdict
}

/** The results of finished trials by their points. */
export type Others = ReadonlyMap<string, RunResult>

export type Verdict = Pick<SweptPoint, 'outcome' | 'reason' | 'differences'>

/** True if the name selects the trial. */
export const isNamed = ({ point, shortNames }: Trial, name: string): boolean =>
  name === point || shortNames.includes(name)
