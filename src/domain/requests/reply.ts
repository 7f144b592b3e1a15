import type { Refusal } from '../../core/refusal.js'
import type { ConnectionFault } from '../faults/connection-faults.js'
import type { Wait } from '../faults/wait.js'

/** An answer before it is written. Headers are a flat list of names and values. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  /** JSON text, unless `isVerbatim`. */
  readonly body: string | undefined
  readonly refusal?: Refusal | undefined
  /** The reason that your own service gave. */
  readonly reason?: string | undefined
  /** The outcome for the journal if your own service refused: "http_404". */
  readonly outcome?: string | undefined
  /** Made by a fault, not by the service. */
  readonly isInjected?: boolean | undefined
  /** Sent unchanged: a fault set its body or headers, or your own service made it. */
  readonly isVerbatim?: boolean | undefined
  readonly greased?: Greased | undefined
}

/** Statuses without a body, even if a fault sets one. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Variations that grease made to an answer. */
export interface Greased {
  /** The number that seeds the variations. */
  readonly number: number
  /** Reordered lists: "members" of objects, listed "keys" or "configs". */
  readonly reordered: readonly string[]
  /** Names of unknown members added to objects. */
  readonly members: readonly string[]
  /** Names of unknown headers added. */
  readonly headers: readonly string[]
  /** The original message, if it was reworded. */
  readonly wording?: string
}

/** The effect of a fault on an answer on its way out. */
export interface FaultAction {
  readonly fault: string
  /** Real ms that the finished answer is delayed. */
  readonly delayMs: number
  readonly connection: ConnectionFault | undefined
  /** Set for a delayed answer; the code that delivers it reports the end. */
  readonly wait?: Wait | undefined
}

export interface Answer {
  /** Undefined if a fault left none. */
  readonly reply: Reply | undefined
  /** Undefined if no fault fired. */
  readonly faultAction: FaultAction | undefined
}

/** An answer, and the one that a fault replaced or dropped. */
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
