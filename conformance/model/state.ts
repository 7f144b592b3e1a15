import type { ModelLimits, ModelProfile } from './profile.js'

/**
 * The model of a world, as plain data: a snapshot of it is a clone. Times in ms since 1970, and all of them instants.
 */
export interface ModelState {
  clock: Clock
  profile: ModelProfile
  readonly namespaces: Map<string, ModelNamespace>
  readonly stores: Map<string, ModelStore>
  /** The API keys of both stores by their text. */
  readonly keys: Map<string, ModelScopedKey>
  /** The API keys of the database by their text. */
  readonly databaseKeys: Map<string, ModelDatabaseScope | 'everything'>
  readonly documents: ModelCollection
  readonly projects: ModelCollection
  rateLimit: ModelRateLimit | null
  /** The requests of each key of the database that its rate limit counted. */
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
  /** By month, "2026-01". */
  readonly usage: Map<string, ModelCounters>
  readonly entries: Map<string, Entry>
}

export interface Entry {
  /** The value's JSON text without white space. */
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
  /** By id, in order of insertion. */
  readonly records: Map<string, Stored>
  /** The largest id below 2^53 that was ever there. */
  lastId: bigint
  /** The number of records that were ever inserted. */
  places: number
}

export interface Stored {
  /** Its number in the order of insertion. */
  readonly place: number
  /** A document's title, a project's name. */
  readonly heading: string
  /** A document's content, a project's description. */
  readonly text: string | undefined
  /** A document's project, which is never sent. */
  readonly project: string | undefined
  /** The scoped key that created it. */
  readonly creator: string | undefined
}

export interface ModelRateLimit {
  readonly requests: number
  readonly perMs: number
}

/** A request as the rate limit counted it. */
export interface CountedRequest {
  /** The kind of windows that held then. */
  readonly kind: 'fixed' | 'sliding'
  readonly at: number
  /** Where a fixed window began then, and its length. */
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
  /** Lengths from now, such as "+1m". */
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
