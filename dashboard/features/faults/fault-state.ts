import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'

/** Only an `active` fault can affect a request. */
export const FAULT_STATES = ['active', 'waiting', 'ended', 'used up', 'off'] as const

export type FaultState = (typeof FAULT_STATES)[number]

type Decisive = Pick<FaultInfo, 'enabled' | 'remaining' | 'from' | 'until'>

/** @param now virtual ms */
export function stateOf({ enabled, remaining, from, until }: Decisive, now: number): FaultState {
  if (!enabled) return 'off'
  if (remaining === 0) return 'used up'
  if (until !== undefined && Date.parse(until) <= now) return 'ended'
  return from !== undefined && Date.parse(from) > now ? 'waiting' : 'active'
}

export const STATUS_ENDS = [
  ['503', '503'],
  ['500', '500'],
  ['429', '429'],
] as const

/** A status or a connection fault, as `POST /_admin/faults` expects it. */
export const endOf = (end: string): object =>
  /^\d+$/.test(end) ? { status: Number(end) } : { connection: end }
