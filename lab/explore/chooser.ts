import type { PartyStep } from './parties.js'

/** Decides the order of one run. */
export interface Chooser {
  /** How many requests wait at this place, if another run came by it. */
  expected(): number | undefined
  /** Whether one that is known to come is not there yet. */
  lacks(waiting: readonly PartyStep[]): boolean
  /** The one to release, of those that wait, in order of their names; there is one at least. */
  choose(waiting: readonly PartyStep[]): PartyStep
}
