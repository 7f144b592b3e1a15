import type { Moment } from '../../core/moment.js'
import type { FaultObject, MatchObject } from './fault-object.js'

export interface FaultMatch extends Omit<MatchObject, 'header'> {
  readonly header?: Readonly<Record<string, string>>
}

/** A parsed fault, with its times and durations as numbers (docs/DESIGN.md section 5). */
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

export type FaultEffect = Pick<
  FaultSpec,
  'status' | 'body' | 'headers' | 'retryAfter' | 'delay' | 'connection' | 'effect' | 'hold'
>

/** An active fault and its counts. */
export interface Fault {
  readonly id: string
  readonly spec: FaultSpec
  /** Virtual ms; the end of the window is exclusive. */
  readonly from: number | undefined
  readonly until: number | undefined
  readonly enabled: boolean
  readonly matches: number
  readonly hits: number
}

/** A fault that fired: one of the list, or one that the request itself asked for. */
export interface FiredFault {
  /** The fault's id, or the name of the header that asked for it. */
  readonly id: string
  readonly effect: FaultEffect
}

/** Returns how often a fault can still fire, or undefined for no limit. */
export function remaining({ spec, hits }: Fault): number | undefined {
  return spec.times === undefined ? undefined : Math.max(0, spec.times - hits)
}
