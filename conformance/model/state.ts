import type { ModelLimits, ModelProfile } from './profile.js'

/** The state of a world as plain data, so that it can be cloned. All times are in ms since 1970. */
export interface ModelState {
  clock: Clock
  profile: ModelProfile
  readonly namespaces: Map<string, ModelNamespace>
  readonly stores: Map<string, ModelStore>
  /** API keys for both stores, by their text. */
  readonly keys: Map<string, ModelScopedKey>
  /** API keys for the database, by their text. */
  readonly databaseKeys: Map<string, ModelDatabaseScope | 'everything'>
  readonly documents: ModelCollection
  readonly projects: ModelCollection
  rateLimit: ModelRateLimit | null
  /** Requests counted by the rate limit, per database key. */
  readonly rateRequests: Map<string, readonly CountedRequest[]>
  faults: ModelFault[]
  lastFaultId: number
}

export interface Clock {
  now: number
  mode: 'running' | 'frozen'
  rate: number
}

export interface ModelCounters {
  reads: number
  writes: number
  deletes: number
  lists: number
}

export interface ModelNamespace {
  owner: string
  limits: Partial<ModelLimits>
  /** By month, e.g. "2026-01". */
  readonly usage: Map<string, ModelCounters>
  readonly entries: Map<string, Entry>
}

export interface Entry {
  /** Minified JSON. */
  readonly text: string
  readonly ttlSeconds: number
  readonly createdAt: number
  readonly expiresAt: number
}

export interface ModelStore {
  owner: string
  readonly entries: Map<string, { readonly text: string; readonly updatedAt: number }>
}

export type ModelScope = 'read' | 'write' | 'admin'

export interface ModelScopedKey {
  readonly resource: string
  readonly scope: ModelScope
}

export interface ModelDatabaseScope {
  readonly projects: readonly string[]
  readonly documents: readonly string[]
  readonly outOfScope: 'empty' | 'forbidden'
}

export type ModelCollectionName = 'documents' | 'projects'

export interface ModelCollection {
  /** By id, in insertion order. */
  readonly records: Map<string, Stored>
  /** The largest id below 2^53 used so far. */
  lastId: bigint
  /** Number of records inserted so far. */
  places: number
}

export interface Stored {
  /** Position in insertion order. */
  readonly place: number
  /** A document's title or a project's name. */
  readonly heading: string
  /** A document's content or a project's description. */
  readonly text: string | undefined
  /** The document's project, which is never sent. */
  readonly project: string | undefined
  /** The scoped key that created the record. */
  readonly creator: string | undefined
}

export interface ModelRateLimit {
  readonly requests: number
  readonly perMs: number
}

/** A request that counts towards the rate limit. */
export interface CountedRequest {
  /** The kind of window at the time. */
  readonly kind: 'fixed' | 'sliding'
  readonly at: number
  /** Start and length of the fixed window it was in. */
  readonly window: string
}

export interface ModelFaultSpec {
  readonly id?: string
  readonly enabled?: boolean
  readonly match?: {
    readonly operation?: string
    readonly method?: string
    readonly path?: string
    readonly namespace?: string
    readonly store?: string
    readonly key?: string
    readonly credential?: string
    readonly header?: Readonly<Record<string, string>>
  }
  readonly status?: number
  readonly connection?: 'reset' | 'close'
  readonly retryAfter?: number
  readonly effect?: 'before' | 'after'
  readonly after?: number
  readonly times?: number
  readonly probability?: 0 | 1
  /** Offsets from now, e.g. "+1m". */
  readonly from?: string
  readonly until?: string
}

export interface ModelFault {
  readonly id: string
  readonly spec: ModelFaultSpec
  readonly from: number | undefined
  readonly until: number | undefined
  enabled: boolean
  matches: number
  hits: number
}

export function emptyState(clock: Clock, profile: ModelProfile): ModelState {
  const collection = (): ModelCollection => ({ records: new Map(), lastId: 0n, places: 0 })
  return {
    clock: { ...clock },
    profile,
    namespaces: new Map(),
    stores: new Map(),
    keys: new Map(),
    databaseKeys: new Map(),
    documents: collection(),
    projects: collection(),
    rateLimit: null,
    rateRequests: new Map(),
    faults: [],
    lastFaultId: 0,
  }
}
