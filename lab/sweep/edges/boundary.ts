import type { Disturbance } from '../one-run.js'
import type { RunRequest } from '../requests.js'

/** An instant when the service's answer to a request changes. */
export interface TouchedInstant {
  readonly request: RunRequest
  /** The part of the point's name that says what ends then. Empty if the requested entry expires. */
  readonly name: string
  /** In ms. */
  readonly at: number
  /** The clock move that caused it, counted from 0, or -1 if it existed before the run. */
  readonly since: number
  /** True if it's the end of a calendar period, which clients might compute in local time. */
  readonly isCalendar?: boolean
}

/** A way to bring a request close to a boundary. The service's behaviour changes between −1 and 0. */
export interface Approach {
  /** The last part of the point's name, e.g. "-1ms", "month +12h" or "reads +0". */
  readonly name: string
  readonly disturbance: Disturbance
  /** The number of clock moves the run must make to get there. */
  readonly movesMin: number
  /** The next approach on the same side, farther away. It should behave the same. */
  readonly like?: string
  /**
   * Two approaches far from the boundary that are as far apart as this one and `like`. They show the effect of the
   * shift alone.
   */
  readonly control?: readonly [here: string, there: string]
}

/** A boundary that a request met in the undisturbed run, and ways to bring requests to it. */
export interface Boundary {
  readonly request: RunRequest
  readonly approaches: readonly Approach[]
  /** Only run for comparison. These aren't points. */
  readonly controls: readonly Approach[]
}

export interface Boundaries {
  readonly found: readonly Boundary[]
  /** The number of boundaries that can't be approached, because they appeared after the last clock move. */
  readonly unapproached: number
}

/** Distances from a boundary. `like` is the next one on the same side, farther away. */
export const STEPS = [{ step: -2 }, { step: -1, like: -2 }, { step: 0, like: 1 }, { step: 1 }] as const

/** A step of 0 becomes "+0", because it's after the boundary. */
export const signed = (step: number): string => (step < 0 ? `${step}` : `+${step}`)
