import type { RequestDetails } from 'tristore-emulator'
import type { Operations } from '../operations.js'
import type { OrderOf } from './order.js'
import type { Retry } from './retries.js'

export type KeyScope = 'read' | 'write' | 'admin'

/** Contains the requests that the journal still has. */
export interface Run {
  /** Oldest first. */
  readonly records: readonly RequestDetails[]
  /** Tells whether the client already knew one answer when it sent another request. */
  readonly orderOf: OrderOf
  readonly chains: readonly (readonly Retry[])[]
  /** Returns the scope of a store's key, or undefined if there is no such key any more. */
  readonly scopeOf: (key: string) => KeyScope | undefined
  /** The emulator's operations. Undefined if there's no emulator to ask. */
  readonly operations: Operations | undefined
}

/** An occasion on which a client has to keep a duty. */
export interface Occasion {
  /** A sentence describing the mistake. Undefined if there was none. */
  readonly wrong?: string
  /** A sentence explaining why it isn't certain that there was a mistake. */
  readonly doubt?: string
  readonly requests: readonly string[]
}

export interface Duty {
  readonly id: string
  readonly duty: string
  readonly section: string
  /** Oldest first. */
  judge(run: Run): readonly Occasion[]
}
