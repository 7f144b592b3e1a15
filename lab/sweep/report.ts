import type { StateDifference } from './state/differences.js'

/**
 * What came of one run.
 *
 * @example
 * const { points } = await sweep(emulator, run)
 * const survived = points.filter(({ outcome }) => outcome === 'survived')
 */
export type SweepOutcome = 'survived' | 'failed' | 'differs' | 'not reached'

/**
 * One disturbed run.
 *
 * @example
 * const text = ({ point, outcome }: SweptPoint) => `${point}: ${outcome}` // 'documents.create#1 lost: differs'
 */
export interface SweptPoint {
  /** Operation, resource, occurrence and what happened there: "documents.create#1 lost". */
  readonly point: string
  readonly kind: 'fault' | 'gap' | 'edge'
  /** The point without its resource: "documents.create lost". Findings with the same cause are grouped. */
  readonly cause: string
  readonly outcome: SweepOutcome
  /** The reason for a failure or difference. */
  readonly reason?: string
  /** The differences from the final state of the undisturbed run. */
  readonly differences?: readonly StateDifference[]
  /** Where the run of a finding is, as a bundle for `emulator replay`, or why it is nowhere. */
  readonly bundle?: string
  /** The reason for allowing it; undefined if it isn't allowed. */
  readonly allowed?: string
}

/**
 * What a sweep did and found.
 *
 * @example
 * const { coverage, points } = await sweep(emulator, run)
 */
export interface SweepReport {
  /** "32 requests, 2 faults each (lost, 503): 64 runs; 3 boundaries touched: 12 runs; 6 gaps used: 9 runs". */
  readonly coverage: string
  /** Each disturbed run: by fault, boundary or gap, in the order of the undisturbed run's requests. */
  readonly points: readonly SweptPoint[]
  /** The runs that failed or differ, and are not allowed to. */
  readonly findings: readonly SweptPoint[]
  /** Names of `allow` that match no finding of this sweep. */
  readonly idleAllowances: readonly string[]
}
