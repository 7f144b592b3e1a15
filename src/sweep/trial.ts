import type { Disturbance, RunResult } from './one-run.js'
import type { SweptPoint } from './report.js'

/** One disturbed run of a sweep. */
export interface Trial {
  readonly point: string
  readonly kind: SweptPoint['kind']
  readonly disturbance: Disturbance
  /** Further names that stand for it: without its occurrence, without its resource. */
  readonly shortNames: readonly string[]
  /** The trial whose result it is judged by, besides its own. */
  readonly comparedWith?: string
  judge(result: RunResult, other: RunResult | undefined): Verdict
}

/** What came of a trial. */
export type Verdict = Pick<SweptPoint, 'outcome' | 'reason' | 'differences'>

/** Whether a name stands for a trial. */
export const isNamed = ({ point, shortNames }: Trial, name: string): boolean =>
  name === point || shortNames.includes(name)
