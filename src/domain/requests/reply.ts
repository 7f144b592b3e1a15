import type { Refusal } from '../../core/refusal.js'
import type { ConnectionFault } from '../faults/connection-faults.js'
import type { Wait } from '../faults/wait.js'

/** Headers are a flat list of names and values. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text, unless `isVerbatim` is set. */
  readonly body: string | undefined
  readonly refusal?: Refusal | undefined
  /** From a user's own service. */
  readonly reason?: string | undefined
  /** For the journal, if a user's own service refused, e.g. "http_404". */
  readonly outcome?: string | undefined
  /** A fault created the answer instead of the service. */
  readonly isInjected?: boolean | undefined
  /** Sent unchanged, because a fault set its body or headers, or a user's own service created it. */
  readonly isVerbatim?: boolean | undefined
  readonly greased?: Greased | undefined
}

/** No body is sent with these, even if a fault sets one. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

export interface Greased {
  readonly number: number
  /** Says what was reordered: the "members" of objects, or the listed "keys" or "configs". */
  readonly reordered: readonly string[]
  /** Names of unknown members that were added to objects. */
  readonly members: readonly string[]
  /** Names of unknown headers that were added. */
  readonly headers: readonly string[]
  /** The original message, if grease reworded it. */
  readonly wording?: string
}

/** A fault's effect on an answer while it's being sent. */
export interface FaultAction {
  readonly fault: string
  /** In real ms, before the finished answer is sent. */
  readonly delayMs: number
  readonly connection: ConnectionFault | undefined
  /** Set if the answer is delayed. Whoever delivers the answer ends the wait. */
  readonly wait?: Wait | undefined
}

export interface Answer {
  /** Undefined if a fault prevented an answer. */
  readonly reply: Reply | undefined
  readonly faultAction: FaultAction | undefined
}

/** Adds the original answer if a fault replaced or dropped it. */
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
