// Written from the schema of seeds by `npm run generate`.

import type { OperationGlob } from '../../contract/operations.js'
import type { ConnectionFault } from './connection-faults.js'

/** Which calls a fault is for: all given fields must hold. */
export interface MatchObject {
  /** A glob over operations, such as kv.* or documents.list. */
  readonly operation?: OperationGlob
  /** The HTTP method. */
  readonly method?: string
  /** A glob over the path without its query: /v1/kv/**. */
  readonly path?: string
  /** A namespace id. */
  readonly namespace?: string
  /** A store id. */
  readonly store?: string
  /** The key of an entry. */
  readonly key?: string
  /** The raw API key, or the token's sub. */
  readonly credential?: string
  /** Headers that the call must carry. */
  readonly header?: Readonly<Record<string, string | number>>
}

/** A fault as a seed, a call or a test gives it. */
export interface FaultObject {
  /** Names the fault; generated when left out. */
  readonly id?: string
  /** false keeps it from matching. */
  readonly enabled?: boolean
  /** Which calls it is for: all given fields must hold. Left out: every data request. */
  readonly match?: MatchObject
  /** The status of the answer, from 200 to 599. */
  readonly status?: number
  /** Text, or JSON. Left out: what the service would send with that status. */
  readonly body?: unknown
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string | number>>
  /** Retry-After: seconds, or a duration such as 2m. */
  readonly retryAfter?: string | number
  /** Real time for which the answer is held back: ms, 200ms, or {min, max}. */
  readonly delay?: string | number | { readonly min: string | number; readonly max: string | number }
  /**
   * How the connection breaks. "reset" resets the connection. "close" closes the connection. "hang" never
   * answers. "truncate" resets the connection after half of the answer. "cut" closes the connection after
   * half of the answer. "garbage" sends what is not HTTP.
   */
  readonly connection?: ConnectionFault
  /**
   * Whether the operation runs first: after (its effect stays, its answer is lost), or before (it does not
   * run; when left out).
   */
  readonly effect?: 'before' | 'after'
  /** Holds the request, or with effect: after its finished answer, until it is released. */
  readonly hold?: boolean
  /** Skips the first n matches. */
  readonly after?: number
  /** Fires n times at most. */
  readonly times?: number
  /** The chance that a match fires, from 0 to 1. */
  readonly probability?: number
  /** Virtual time from which it is in force: an instant, or +10m. */
  readonly from?: string | number
  /** Virtual time from which it no longer is: an instant, or +15m. */
  readonly until?: string | number
  /** Lets a test pass without its having fired. */
  readonly optional?: boolean
  /** How often it has matched; written by exports. */
  readonly matches?: number
  /** How often it has fired; written by exports. */
  readonly hits?: number
}
