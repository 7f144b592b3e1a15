import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'

/** What a fault does at an instant: only an active one can strike. */
export const FAULT_STATES = ['active', 'waiting', 'ended', 'used up', 'off'] as const

export type FaultState = (typeof FAULT_STATES)[number]

/** The members of a fault that decide its state. */
type Decisive = Pick<FaultInfo, 'enabled' | 'remaining' | 'from' | 'until'>

/**
 * The state of a fault, by the virtual clock.
 *
 * @param now virtual ms
 */
export function stateOf({ enabled, remaining, from, until }: Decisive, now: number): FaultState {
  if (!enabled) return 'off'
  if (remaining === 0) return 'used up'
  if (until !== undefined && Date.parse(until) <= now) return 'ended'
  return from !== undefined && Date.parse(from) > now ? 'waiting' : 'active'
}

/** The usual statuses that a fault answers with, to choose from. */
export const STATUS_ENDS = [
  ['503', '503'],
  ['500', '500'],
  ['429', '429'],
] as const

/** The chosen end of a request, as faults and held requests take it. */
export const endOf = (end: string): object =>
  /^\d+$/.test(end) ? { status: Number(end) } : { connection: end }
