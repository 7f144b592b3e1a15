/** A service that takes in guests, one visit at a time. */

import type { Need, Subject } from './subject.js'

/** Whoever arranges visits to a service: to an emulator's own world, or to an address with some credentials. */
export interface Host {
  /** The service for the next visit, with whatever it can offer of these needs, under a prefix of its own. */
  subjectFor(needs: readonly Need[]): Promise<Subject>
}
