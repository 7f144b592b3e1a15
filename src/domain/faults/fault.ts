import type { Moment } from '../../core/moment.js'
import type { FaultObject, MatchObject } from './fault-object.js'

export interface FaultMatch extends Omit<MatchObject, 'header'> {
  readonly header?: Readonly<Record<string, string>>
}

/** Times and durations are numbers (docs/DESIGN.md section 5). */
export interface FaultSpec
  extends Omit<FaultObject, 'match' | 'headers' | 'retryAfter' | 'delay' | 'from' | 'until'> {
  readonly match?: FaultMatch
  readonly headers?: Readonly<Record<string, string>>
  /** In seconds. */
  readonly retryAfter?: number
  /** In real ms. */
  readonly delay?: number | { readonly min: number; readonly max: number }
  readonly from?: Moment
  /** Exclusive. */
  readonly until?: Moment
}

export type FaultEffect = Pick<
  FaultSpec,
  'status' | 'body' | 'headers' | 'retryAfter' | 'delay' | 'connection' | 'effect' | 'hold'
>

export interface Fault {
  readonly id: string
  readonly spec: FaultSpec
  /** Virtual ms. `until` is exclusive. */
  readonly from: number | undefined
  readonly until: number | undefined
  readonly enabled: boolean
  readonly matches: number
  readonly hits: number
}

/** Either one of the world's faults or one that the request asked for in a header. */
export interface FiredFault {
  /** The fault's id, or the name of the header. */
  readonly id: string
  readonly effect: FaultEffect
}

/** Undefined if there's no limit. */
export function remaining({ spec, hits }: Fault): number | undefined {
  return spec.times === undefined ? undefined : Math.max(0, spec.times - hits)
}
