import type { PartyStep } from './parties.js'

/** Decides the order of one run. */
export interface Chooser {
  /** Requests that waited at this point in an earlier run, if one got here. */
  expected(): number | undefined
  /** True if an expected request hasn't arrived yet. */
  lacks(waiting: readonly PartyStep[]): boolean
  /** Chooses the request to release. `waiting` is never empty, and ordered by name. */
  choose(waiting: readonly PartyStep[]): PartyStep
}
