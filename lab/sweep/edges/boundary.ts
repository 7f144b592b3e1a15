import type { Disturbance } from '../one-run.js'
import type { RunRequest } from '../requests.js'

/** An instant at which the service's answer to a request changes. */
export interface TouchedInstant {
  readonly request: RunRequest
  /** The end that happens then, for the point's name; empty if the requested entry expires. */
  readonly name: string
  /** ms */
  readonly at: number
  /** The clock move that caused it, counted from 0; -1 if it existed before the run. */
  readonly since: number
  /** The end of a calendar period, which clients may compute in local time. */
  readonly isCalendar?: boolean
}

/** A request's position relative to a boundary. The service's behaviour changes between −1 and 0. */
export interface Approach {
  /** The last part of the point's name, after the request: "-1ms", "month +12h", "reads +0". */
  readonly name: string
  readonly disturbance: Disturbance
  /** Clock moves that the run must make to get there. */
  readonly movesMin: number
  /** The approach farther out on the same side, which should behave the same. */
  readonly like?: string
  /** Two approaches far from the boundary, as far apart as these two. They show the effect of the shift alone. */
  readonly control?: readonly [here: string, there: string]
}

/** A boundary that a request of the undisturbed run met, and the ways to bring requests to it. */
export interface Boundary {
  readonly request: RunRequest
  readonly approaches: readonly Approach[]
  /** Runs for comparison only, not points of their own. */
  readonly controls: readonly Approach[]
}

/** The boundaries that a run met. */
export interface Boundaries {
  readonly found: readonly Boundary[]
  /** Boundaries that can't be approached, because they appeared after the last clock move. */
  readonly unapproached: number
}

/** Steps from a boundary. `like` is the one farther out on the same side. */
export const STEPS = [{ step: -2 }, { step: -1, like: -2 }, { step: 0, like: 1 }, { step: 1 }] as const

/** Shows the sign of 0, too: it is after the boundary. */
export const signed = (step: number): string => (step < 0 ? `${step}` : `+${step}`)
