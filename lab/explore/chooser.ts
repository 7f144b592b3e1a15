import type { PartyStep } from './parties.js'

/** Decides the order of one run. */
export interface Chooser {
  /** The number of requests that waited at this point in an earlier run, if one came by it. */
  expected(): number | undefined
  /** True if a request that is known to come hasn't arrived yet. */
  lacks(waiting: readonly PartyStep[]): boolean
  /** Chooses the request to release among at least one, ordered by name. */
  choose(waiting: readonly PartyStep[]): PartyStep
}
