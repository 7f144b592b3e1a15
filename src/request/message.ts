import type { Refusal } from '../core/refusal.js'
import type { ConnectionFault } from '../domain/faults/connection-faults.js'
import type { Connection } from '../web/connection.js'
import type { Wait } from './faults/wait.js'

/** The requests that go into the pipeline and the answers that come out of it, as plain values. */

/** A Buffer by another name: the library's types must hold for users without those of Node. */
export interface BodyBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string
}

/** A request to the services, whether it came over a socket or not. */
export interface DataRequest {
  readonly method: string
  /** "1.1" if it came without a socket. */
  readonly httpVersion: string
  /** Path and query, as sent, without a world's prefix. */
  readonly target: string
  /** The address that the client used: `http://127.0.0.1:4600`. */
  readonly origin: string
  /**
   * Comes between `origin` and `target` in the client's URLs: empty, a world's prefix, or that of a proxy.
   */
  readonly prefix: string
  readonly body: BodyBytes
  /** The body was longer than the profile's limits.bodyBytes; `body` holds only its beginning. */
  readonly bodyIsTooLarge: boolean
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[]
  /** The connection that it came over; undefined: not known, and taken for the only one of its client. */
  readonly connection?: Connection | undefined
  /** Calls back once the client is gone, unless that is cancelled; left out if that cannot be known. */
  readonly whenGone?: ((then: () => void) => () => void) | undefined
  /** The value of a header; values of one that was sent more than once are joined. */
  header(name: string): string | undefined
  isRepeated(name: string): boolean
}

/** The base URL of a service that has its own address; undefined for those that are served here. */
export type OtherAddressOf = (service: string) => string | undefined

/** An answer, before it is written: headers as name, value, name, value, … */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text. */
  readonly body: string | undefined
  /** Why the request was refused. */
  readonly refusal?: Refusal | undefined
  /** A fault made it, not the service. */
  readonly isInjected?: boolean | undefined
  /** A fault gives its body or headers: it is sent as it is. */
  readonly isVerbatim?: boolean | undefined
  readonly greased?: Greased | undefined
}

/** Statuses whose answers have no body, whatever a fault gives. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** How grease changed the form of an answer. */
export interface Greased {
  /** The number that all of it comes from. */
  readonly number: number
  /** The lists in another order: "members" of objects, listed "keys" or "configs". */
  readonly reordered: readonly string[]
  /** The unknown members that were added to objects. */
  readonly members: readonly string[]
  /** The unknown headers that were added. */
  readonly headers: readonly string[]
  /** The original message, if it is worded again. */
  readonly wording?: string
}

/** The effect of a fault on an answer on its way out. */
export interface FaultAction {
  /** The id of the fault. */
  readonly fault: string
  /** Real ms that the finished answer is held. */
  readonly delayMs: number
  readonly connection: ConnectionFault | undefined
  /** Set for an answer that is held back; the code that delivers it reports how that ends. */
  readonly wait?: Wait | undefined
}

/** The answer to a request, and the effect of a fault on it. */
export interface Answer {
  /** undefined if a fault leaves none. */
  readonly reply: Reply | undefined
  /** undefined if no fault fired. */
  readonly faultAction: FaultAction | undefined
}

/** An answer, and the one that a fault replaced or lost. */
export interface Outcome extends Answer {
  readonly lost: Reply | undefined
}

const NO_HEADERS: readonly string[] = []

/** @param body JSON text */
export function reply(
  status: number,
  body: string | undefined,
  headers: readonly string[] = NO_HEADERS,
): Reply {
  return { status, headers, body }
}
