import type { StateDifference } from './state/differences.js'

/**
 * The outcome of a single run.
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
  /** The operation, resource, occurrence and disturbance, e.g. "documents.create#1 lost". */
  readonly point: string
  readonly kind: 'fault' | 'gap' | 'edge'
  /** The point without its resource, e.g. "documents.create lost". Findings are grouped by this. */
  readonly cause: string
  readonly outcome: SweepOutcome
  readonly reason?: string
  /** Differences between the final state and the undisturbed run's. */
  readonly differences?: readonly StateDifference[]
  /** The bundle's path for `emulator replay`, or the reason that it's missing. */
  readonly bundle?: string
  /** The reason it's allowed. Undefined if it isn't. */
  readonly allowed?: string
}

/**
 * The results of a sweep.
 *
 * @example
 * const { coverage, points } = await sweep(emulator, run)
 */
export interface SweepReport {
  /** E.g. "32 requests, 2 faults each (lost, 503): 64 runs; 3 boundaries touched: 12 runs; 6 gaps used: 9 runs". */
  readonly coverage: string
  /** All disturbed runs: by fault, boundary or gap, in the order of the undisturbed run's requests. */
  readonly points: readonly SweptPoint[]
  /** Runs that failed or differ, except for allowed ones. */
  readonly findings: readonly SweptPoint[]
  /** Names in `allow` that don't match any of this sweep's findings. */
  readonly idleAllowances: readonly string[]
}
