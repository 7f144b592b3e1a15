import type { RequestDetails } from 'tristore-emulator'
import type { Operations } from '../operations.js'
import type { OrderOf } from './order.js'
import type { Retry } from './retries.js'

/** The scope of a key of the key-value or config store. */
export type KeyScope = 'read' | 'write' | 'admin'

/** The requests that duties are judged by, as far as the journal still has them. */
export interface Run {
  /** Oldest first. */
  readonly records: readonly RequestDetails[]
  /** Tells whether the client knew one answer when it sent another request. */
  readonly orderOf: OrderOf
  /** Consecutive retries, from failure to failure. */
  readonly chains: readonly (readonly Retry[])[]
  /** Returns the scope of a store's key; undefined if there is no such key now. */
  readonly scopeOf: (key: string) => KeyScope | undefined
  /** The emulator's operations; undefined if there is no emulator to ask. */
  readonly operations: Operations | undefined
}

/** An occasion to keep a duty. */
export interface Occasion {
  /** The mistake in one sentence; undefined if there was none. */
  readonly wrong?: string
  /** Why the mistake isn't certain, in one sentence. */
  readonly doubt?: string
  readonly requests: readonly string[]
}

/** A duty of clients, and the rule that finds its occasions. */
export interface Duty {
  readonly id: string
  readonly duty: string
  readonly section: string
  /** Finds the occasions in a run, oldest first. */
  judge(run: Run): readonly Occasion[]
}
