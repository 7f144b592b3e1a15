import type { PartyStep } from './parties.js'

/** Chooses the order of requests in one run. */
export interface Chooser {
  /** Returns how many requests waited at this point in an earlier run, if one got here. */
  expected(): number | undefined
  /** Returns true if an expected request hasn't arrived yet. */
  lacks(waiting: readonly PartyStep[]): boolean
  /** Chooses the request to release. `waiting` is never empty and is sorted by name. */
  choose(waiting: readonly PartyStep[]): PartyStep
}
