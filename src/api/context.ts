import type { Interface, Operation } from '../contract/operations.js'
import type { DecisionFacts } from '../domain/decision-facts.js'
import type { Profile } from '../domain/profile/profile.js'
import type { TrackedProfile } from '../domain/profile/tracked.js'
import type { World } from '../domain/world.js'
import type { JudgedToken } from './identity.js'
import type { DataRequest } from './message.js'
import type { Route } from './route.js'

/** One request on its way through, as it is known before it is run. Its record is made of it. */
export interface RequestContext {
  readonly world: World
  /** Its id in the journal. */
  readonly requestId: string
  readonly request: DataRequest
  /** The virtual time of arrival, in ms: one instant for the whole request. */
  readonly now: number
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  readonly route: Route
  /** undefined where the contract shows none. */
  readonly operation: Operation | undefined
  readonly interface: Interface
  readonly path: string
  readonly query: string
  /** The namespace, store or record that the path names; undefined where its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry that the path names, likewise. */
  readonly key: string | undefined
  /** undefined where the operation takes none, or none was sent. */
  readonly token: JudgedToken | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  /** Keeps which options of the profile are read. Grease gives a refusal one of its own. */
  tracked: TrackedProfile
  /** How the gaps of the contract behave for the operation; it belongs to `tracked`. */
  readonly profile: Profile
  /** Takes the numbers that decide the request. */
  readonly decision: DecisionFacts
}

/** A request for one operation. */
export interface OperationCall extends RequestContext {
  readonly operation: Operation
}
