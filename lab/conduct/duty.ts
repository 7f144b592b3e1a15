import type { RequestDetails } from 'tristore-emulator'
import type { Operations } from '../operations.js'
import type { OrderOf } from './order.js'
import type { Retry } from './retries.js'

/** The scope of an API key of the two stores. */
export type KeyScope = 'read' | 'write' | 'admin'

/** The requests that a duty is judged by, as far as the journal still has them. */
export interface Run {
  /** Oldest first. */
  readonly records: readonly RequestDetails[]
  /** Decides if a client knew one answer when it sent another request. */
  readonly orderOf: OrderOf
  /** The retries that followed on each other, failure upon failure. */
  readonly chains: readonly (readonly Retry[])[]
  /** The scope of an API key of the two stores; undefined if no such key exists now. */
  readonly scopeOf: (key: string) => KeyScope | undefined
  /** The operations of the emulator; undefined if it cannot be asked. */
  readonly operations: Operations | undefined
}

/** A place at which a run came to a duty. */
export interface Occasion {
  /** The mistake, in a sentence; undefined: there was none. */
  readonly wrong?: string
  /** The reason why a mistake is not certain, in a sentence. */
  readonly doubt?: string
  /** The requests that took part in it. */
  readonly requests: readonly string[]
}

/** A duty of clients in the contract, and how its occasions are found. */
export interface Duty {
  readonly id: string
  /** The duty, in a sentence. */
  readonly duty: string
  /** Its place in the contract. */
  readonly section: string
  /** The occasions at which the run came to it, oldest first. */
  judge(run: Run): readonly Occasion[]
}
