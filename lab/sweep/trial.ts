import type { Disturbance, RunResult } from './one-run.js'
import type { SweptPoint } from './report.js'

export interface Trial {
  readonly point: string
  readonly kind: SweptPoint['kind']
  readonly disturbance: Disturbance
  /** Shorter names: one without the occurrence, and one without the resource. */
  readonly shortNames: readonly string[]
  /** The disturbance without its resource. The report groups findings by this. */
  readonly cause: string
  /** Other trials whose results are needed to judge this one. */
  readonly comparedWith?: readonly string[]
  /** Controls are only run for comparison, and not reported. */
  readonly isControl?: boolean
  judge(result: RunResult, others: TrialResults): Verdict
}

export type TrialResults = ReadonlyMap<string, RunResult>

export type Verdict = Pick<SweptPoint, 'outcome' | 'reason' | 'differences'>

export const isNamed = ({ point, shortNames }: Trial, name: string): boolean =>
  name === point || shortNames.includes(name)
