import type { Refusal } from '../../core/refusal.js'
import type { ConnectionFault } from '../faults/connection-faults.js'
import type { Wait } from '../faults/wait.js'

/** An answer that hasn't been written yet. Headers are a flat list of names and values. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text, unless `isVerbatim` is set. */
  readonly body: string | undefined
  readonly refusal?: Refusal | undefined
  /** The reason given by a user's own service. */
  readonly reason?: string | undefined
  /** The outcome recorded in the journal if a user's own service refused, e.g. "http_404". */
  readonly outcome?: string | undefined
  /** True if a fault created the answer instead of the service. */
  readonly isInjected?: boolean | undefined
  /** True to send it unchanged, because a fault set its body or headers, or a user's own service created it. */
  readonly isVerbatim?: boolean | undefined
  readonly greased?: Greased | undefined
}

/** Answers with these statuses have no body, even if a fault sets one. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** The variations that grease applied to an answer. */
export interface Greased {
  /** The seed for the variations. */
  readonly number: number
  /** Which lists were reordered: "members" of objects, listed "keys" or "configs". */
  readonly reordered: readonly string[]
  /** Names of the unknown members that were added to objects. */
  readonly members: readonly string[]
  /** Names of the unknown headers that were added. */
  readonly headers: readonly string[]
  /** The original message, if grease reworded it. */
  readonly wording?: string
}

/** A fault's effect on an answer while it's being sent. */
export interface FaultAction {
  readonly fault: string
  /** The delay before the finished answer is sent, in real ms. */
  readonly delayMs: number
  readonly connection: ConnectionFault | undefined
  /** Set if the answer is delayed. The code that delivers the answer ends the wait. */
  readonly wait?: Wait | undefined
}

export interface Answer {
  /** Undefined if a fault prevented an answer. */
  readonly reply: Reply | undefined
  /** Undefined if no fault fired. */
  readonly faultAction: FaultAction | undefined
}

/** An answer, along with the original one if a fault replaced or dropped it. */
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
