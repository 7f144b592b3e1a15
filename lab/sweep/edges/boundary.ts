import type { Disturbance } from '../one-run.js'
import type { PlacedRequest } from '../requests.js'

/** An instant at which the service answers a request otherwise. */
export interface TouchedInstant {
  readonly request: PlacedRequest
  /** What ends then, for the name of the point; empty for the expiry of the requested entry. */
  readonly name: string
  /** ms */
  readonly at: number
  /** The moves of the clock before that which it came about by; -1: it was there before the run. */
  readonly since: number
  /** It ends a period of the calendar, which clients may compute in local time. */
  readonly isCalendar?: boolean
}

/** Where a request arrives relative to a boundary: the service changes between −1 and 0. */
export interface Approach {
  /** The end of the point's name, after the request's place: "-1ms", "month +12h", "reads +0". */
  readonly name: string
  readonly disturbance: Disturbance
  /** The moves of the clock that the run must have made. */
  readonly movesMin: number
  /** Which approach from the same side this one should be like: the one that is farther away. */
  readonly like?: string
  /** Two approaches far from the boundary, as far apart as these two: they show what the shift itself changes. */
  readonly control?: readonly [here: string, there: string]
}

/** A boundary that a request of the undisturbed run touched, and how requests are brought to it. */
export interface Boundary {
  readonly request: PlacedRequest
  readonly approaches: readonly Approach[]
  /** The approaches that are runs to compare with, and no points of their own. */
  readonly controls: readonly Approach[]
}

/** Boundaries that a run touched. */
export interface Boundaries {
  readonly found: readonly Boundary[]
  /** Those that no request can be brought to: they came about after the last move of the clock. */
  readonly unapproached: number
}

/** Steps from a boundary, and from the same side the one farther away. */
export const STEPS = [{ step: -2 }, { step: -1, like: -2 }, { step: 0, like: 1 }, { step: 1 }] as const

/** With its sign, also 0: it is after the boundary. */
export const signed = (step: number): string => (step < 0 ? `${step}` : `+${step}`)
