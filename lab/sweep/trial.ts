import type { Disturbance, RunResult } from './one-run.js'
import type { SweptPoint } from './report.js'

export interface Trial {
  readonly point: string
  readonly kind: SweptPoint['kind']
  readonly disturbance: Disturbance
  /** Shorter names: without the occurrence, without the resource. */
  readonly shortNames: readonly string[]
  /** The disturbance without its resource. The report groups findings by it. */
  readonly cause: string
  /** Other trials whose results it is judged by. */
  readonly comparedWith?: readonly string[]
  /** A control: run for comparison, not reported. */
  readonly isControl?: boolean
  judge(result: RunResult, others: TrialResults): Verdict
}

export type TrialResults = ReadonlyMap<string, RunResult>

export type Verdict = Pick<SweptPoint, 'outcome' | 'reason' | 'differences'>

/** True if the name selects the trial. */
export const isNamed = ({ point, shortNames }: Trial, name: string): boolean =>
  name === point || shortNames.includes(name)
