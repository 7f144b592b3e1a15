// Written from the schema of seeds by `npm run generate`.

import type { OperationGlob } from '../../contract/operations.js'
import type { ConnectionFault } from './connection-faults.js'

/** Which calls a fault is for: all given fields must hold. */
export interface MatchObject {
  /** A glob that matches operations, e.g. kv.* or documents.list. */
  readonly operation?: OperationGlob
  /** The HTTP method. */
  readonly method?: string
  /** A glob that matches the path without the query, e.g. /v1/kv/**. */
  readonly path?: string
  /** A namespace id. */
  readonly namespace?: string
  /** A store id. */
  readonly store?: string
  /** An entry's key. */
  readonly key?: string
  /** The raw API key or the token's sub claim. */
  readonly credential?: string
  /** Headers that the request must have. */
  readonly header?: Readonly<Record<string, string | number>>
}

/** A fault as a seed, a call or a test gives it. */
export interface FaultObject {
  /** The name of the fault. Defaults to a generated one. */
  readonly id?: string
  /** True if the fault can match. Defaults to true. */
  readonly enabled?: boolean
  /** The requests it matches. All fields must match. By default, it matches every data request. */
  readonly match?: MatchObject
  /** The status of the response, from 200 to 599. */
  readonly status?: number
  /** The body, as text or JSON. Defaults to what the service would send with that status. */
  readonly body?: unknown
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string | number>>
  /** The Retry-After header, in seconds or as a duration such as 2m. */
  readonly retryAfter?: string | number
  /**
   * The time to delay the response for, in real time: a number of ms, a duration such as 200ms, or {min,
   * max}.
   */
  readonly delay?: string | number | { readonly min: string | number; readonly max: string | number }
  /**
   * Breaks the connection. "reset" resets the connection. "close" closes the connection. "hang" never
   * answers. "truncate" resets the connection halfway through the answer. "cut" closes the connection halfway
   * through the answer. "garbage" sends bytes that are not HTTP.
   */
  readonly connection?: ConnectionFault
  /**
   * before (the default): the operation never runs. after: it runs and its effect stays, but its response is
   * lost.
   */
  readonly effect?: 'before' | 'after'
  /**
   * Holds the request until you release it. With effect: after, it is processed first and only its response
   * is held.
   */
  readonly hold?: boolean
  /** The number of matches to skip before it fires. */
  readonly after?: number
  /** The maximum number of times it can fire. */
  readonly times?: number
  /** The probability that it fires on a match, from 0 to 1. */
  readonly probability?: number
  /** When it starts to apply, in virtual time: an instant, or an offset such as +10m. */
  readonly from?: string | number
  /** When it stops applying, in virtual time: an instant, or an offset such as +15m. */
  readonly until?: string | number
  /** True if a test may pass even if the fault has never fired. */
  readonly optional?: boolean
  /** The number of times it has matched. Written by exports. */
  readonly matches?: number
  /** The number of times it has fired. Written by exports. */
  readonly hits?: number
}
