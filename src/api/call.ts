import type { Operation } from '../contract/operations.js'
import type { Refusal } from '../core/refusal.js'
import type { Identity } from '../domain/credentials.js'
import type { DecisionFacts } from '../domain/decision-facts.js'
import type { Profile } from '../domain/profile/profile.js'
import type { World } from '../domain/world.js'
import type { Disturbance } from './fault.js'
import type { Greased } from './grease.js'
import type { Exchange } from './record.js'

/** A request to the data interfaces, as plain values: it may have come over a socket or not. */
export interface DataRequest {
  readonly method: string
  /** Path and query, as sent, without a world's prefix. */
  readonly target: string
  /** The address that the client used: `http://localhost:4600`. */
  readonly origin: string
  /** What stands before `target` in the client's URLs: empty, or a world's prefix. */
  readonly prefix: string
  readonly body: Buffer
  /** The body was longer than the profile's limits.bodyBytes; `body` holds only its beginning. */
  readonly bodyIsTooLarge: boolean
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[]
  /** The value of a header; values of one that was sent more than once are joined. */
  header(name: string): string | undefined
  isRepeated(name: string): boolean
}

/** One call of one operation: all that a handler may know. */
export interface Call {
  readonly world: World<Exchange>
  readonly operation: Operation
  /** Its id in the journal. */
  readonly requestId: string
  /** How the gaps behave; what is read of it is noted as leaned on. */
  readonly profile: Profile
  /** Where the numbers go that decide the call. */
  readonly decision: DecisionFacts
  readonly request: DataRequest
  /** The virtual time, in ms: one instant for the whole call. */
  readonly now: number
  /** The namespace, store or record that the path names; undefined where its percent-encoding is broken. */
  readonly resource: string | undefined
  /** The entry that the path names, likewise. */
  readonly key: string | undefined
  readonly query: string
  /** Who the bearer token says calls; a sentence on why it says nothing; undefined where there is no token. */
  readonly identity: Identity | string | undefined
}

/** An answer, before it is written: headers as name, value, name, value, … */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text. */
  readonly body: string | undefined
  /** Why, where the call was refused. */
  readonly refusal?: Refusal | undefined
  /** A fault made it, not the service. */
  readonly isInjected?: boolean | undefined
  /** A fault said what body or headers it has: it is sent as it is. */
  readonly isVerbatim?: boolean | undefined
  /** What grease made of it. */
  readonly greased?: Greased | undefined
}

const NO_HEADERS: readonly string[] = []

export function reply(
  status: number,
  body: string | undefined,
  headers: readonly string[] = NO_HEADERS,
): Reply {
  return { status, headers, body }
}

/** What a request comes to: an answer, and what a fault makes of it. */
export interface Answer {
  /** undefined where a fault leaves none. */
  readonly reply: Reply | undefined
  readonly disturbance: Disturbance | undefined
}
