import type { OperationId } from '../contract/operations.js'
import type { ConnectionFault } from '../domain/faults/connection-faults.js'

// Written by hand, so that editors show what each member is for; test/client/types.test.ts holds it to seed/schema/.

/** All of a service, or of a kind: "kv.*", "*.list". */
type OperationGroup =
  | `${OperationId extends `${infer Service}.${string}` ? Service : never}.*`
  | `*.${OperationId extends `${string}.${infer Kind}` ? Kind : never}`

/**
 * An operation, or a glob over operations: "kv.put", "kv.*", "*.list". Editors complete the ids and the usual globs.
 *
 * @example
 * const operation: OperationGlob = 'documents.*'
 */
// `& {}` keeps the compiler from taking string for all of it, and the editor from forgetting the rest.
export type OperationGlob = OperationId | OperationGroup | (string & {})

/** Which calls a fault is for: all given fields must hold. */
export interface FaultMatch {
  /** A glob over operations, such as "kv.*" or "documents.list". */
  readonly operation?: OperationGlob
  /** The HTTP method. */
  readonly method?: string
  /** A glob over the path without its query: "/v1/kv/**". */
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

/** ms, or a duration such as "200ms". */
type DelayText = string | number

/** A fault as it is in a seed. */
export interface FaultObject {
  /** Names the fault; generated when left out. */
  readonly id?: string
  /** false keeps it from matching. */
  readonly enabled?: boolean
  /** Which calls it is for: all given fields must hold. Left out: every data request. */
  readonly match?: FaultMatch
  /** The status of the answer, from 200 to 599. */
  readonly status?: number
  /** Text, or JSON. Left out: what the service would send with that status. */
  readonly body?: unknown
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string | number>>
  /** Retry-After: seconds, or a duration such as "2m". */
  readonly retryAfter?: string | number
  /** How long the answer is held back, in real time: ms, "200ms", or `{ min, max }`. */
  readonly delay?: DelayText | { readonly min: DelayText; readonly max: DelayText }
  /** How the connection breaks. */
  readonly connection?: ConnectionFault
  /** Whether the operation runs first ("after": its effect stays, its answer is lost); "before" (it does not) when left out. */
  readonly effect?: 'before' | 'after'
  /** Holds the request, or with effect "after" its finished answer, until it is released. */
  readonly hold?: boolean
  /** Skips the first n matches. */
  readonly after?: number
  /** Fires n times at most. */
  readonly times?: number
  /** The chance that a match fires, from 0 to 1. */
  readonly probability?: number
  /** Virtual time from which it is in force: an instant, or "+10m". */
  readonly from?: string | number
  /** Virtual time from which it no longer is: an instant, or "+15m". */
  readonly until?: string | number
  /** Lets a test pass without its having fired. */
  readonly optional?: boolean
  /** How often it has matched; written by exports. */
  readonly matches?: number
  /** How often it has fired; written by exports. */
  readonly hits?: number
}
