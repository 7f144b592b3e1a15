import type { Refusal } from '../../core/refusal.js'
import type { ConnectionFault } from '../faults/connection-faults.js'
import type { Wait } from '../faults/wait.js'

/** An answer, before it is written: headers as name, value, name, value, … */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text, unless it is sent as it is. */
  readonly body: string | undefined
  /** Why the request was refused. */
  readonly refusal?: Refusal | undefined
  /** Why a service of one's own answered so. */
  readonly reason?: string | undefined
  /** A fault made it, not the service. */
  readonly isInjected?: boolean | undefined
  /** A fault gives its body or headers, or a service of one's own made it: it is sent as it is. */
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
