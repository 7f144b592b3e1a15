import type { Moment } from '../../core/moment.js'
import type { FaultObject, MatchObject } from './fault-object.js'

/** The calls that a fault is for: all given fields must match. */
export interface FaultMatch extends Omit<MatchObject, 'header'> {
  readonly header?: Readonly<Record<string, string>>
}

/** A fault as it is given, its times and lengths read (docs/DESIGN.md section 5). */
export interface FaultSpec
  extends Omit<FaultObject, 'match' | 'headers' | 'retryAfter' | 'delay' | 'from' | 'until'> {
  readonly match?: FaultMatch
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  /** Real ms. */
  readonly delay?: number | { readonly min: number; readonly max: number }
  readonly from?: Moment
  /** Exclusive. */
  readonly until?: Moment
}

/** The effect of a fault on a call. */
export type FaultEffect = Pick<
  FaultSpec,
  'status' | 'body' | 'headers' | 'retryAfter' | 'delay' | 'connection' | 'effect' | 'hold'
>

/** A fault in force, and what it has done so far. */
export interface Fault {
  readonly id: string
  readonly spec: FaultSpec
  /** Virtual ms; the window's end is exclusive. */
  readonly from: number | undefined
  readonly until: number | undefined
  readonly enabled: boolean
  readonly matches: number
  readonly hits: number
}

/** A fault that fired: from the list, or asked for by the call itself. */
export interface FiredFault {
  /** Its id; the name of the header if the call asked for it. */
  readonly id: string
  readonly effect: FaultEffect
}

/** Returns how often a fault can still fire; undefined if it has no `times`. */
export function remaining({ spec, hits }: Fault): number | undefined {
  return spec.times === undefined ? undefined : Math.max(0, spec.times - hits)
}
