// Written from the schema of seeds by `npm run generate`.

import type { Scope } from '../contract/values.js'
import type { FaultObject } from '../domain/faults/fault-object.js'
import type { ProfilePatch } from '../domain/profile/profile.js'
import type { Limits } from '../domain/quotas.js'
import type { Usage } from '../seed/schema/usage.js'

/**
 * An id of a record, an int64: as text if a number would lose its last digits.
 *
 * @example
 * const ids: RecordId[] = [1, '9007199254740993'] // digits if a number would lose some
 */
export type RecordId = number | string

/** An instant (ISO 8601, or ms since 1970), or a duration from the origin of the world: "+10m", "-1h". */
export type MomentText = string | number

/** Editors complete these values; a seed that was imported from a JSON file has texts that may be any. */
type OneOf<T extends string> = T | (string & {})

/** Where the virtual clock starts. */
export interface SeedClock {
  /** The time it starts at, which is also the origin of relative times. Defaults to the real time. */
  readonly now?: string | number
  /** True to freeze the clock until you move it. */
  readonly freeze?: boolean
  /** Virtual seconds per real second. Defaults to 1. */
  readonly rate?: number
}

/** Some limits of a namespace; 0 allows none. */
export type SomeLimits = { readonly [Name in keyof Limits]?: number }

/** An API key of a namespace or of a store. */
export interface ScopedKeyObject {
  /** The raw key that clients send in X-KV-Key. */
  readonly key: string
  /** The operations it allows. admin allows all of them. */
  readonly scope: OneOf<Scope>
}

interface ByValue {
  /** Any JSON value. Its strings can contain templates. */
  readonly value: unknown
  readonly json?: never
}

interface ByJson {
  /** The value as exact JSON text. Use it instead of value. */
  readonly json: string
  readonly value?: never
}

type EntryValue = ByValue | ByJson

interface ByTtlSeconds {
  /** The number of seconds it lives, at least 60. If expiresAt is given too, any number is allowed. */
  readonly ttlSeconds: number
  /**
   * When it expires: an instant, or an offset such as +30s. If in the past, it has expired but isn't removed
   * yet.
   */
  readonly expiresAt?: MomentText
}

interface ByExpiresAt {
  /**
   * When it expires: an instant, or an offset such as +30s. If in the past, it has expired but isn't removed
   * yet.
   */
  readonly expiresAt: MomentText
  /** The number of seconds it lives, at least 60. If expiresAt is given too, any number is allowed. */
  readonly ttlSeconds?: number
}

type Lifetime = ByTtlSeconds | ByExpiresAt

export interface KvEntryFields {
  /** The key, up to 8000 characters. It can contain templates such as {{index}}. */
  readonly key: string
  /** The number of records this block creates. {{index}} is the number of each, starting at 1. */
  readonly repeat?: number
  /** True to treat {{ as plain text rather than the start of a template. */
  readonly literal?: boolean
  /** When it was first put. Defaults to the origin. */
  readonly createdAt?: MomentText
}

/** An entry of a namespace. */
export type KvEntryObject = KvEntryFields & EntryValue & Lifetime

export interface ConfigEntryFields {
  /** The key, up to 8000 characters. It can contain templates such as {{index}}. */
  readonly key: string
  /** The number of records this block creates. {{index}} is the number of each, starting at 1. */
  readonly repeat?: number
  /** True to treat {{ as plain text rather than the start of a template. */
  readonly literal?: boolean
  /** When it was last put. Defaults to the origin. */
  readonly updatedAt?: MomentText
}

/** An entry of a config store. */
export type ConfigEntryObject = ConfigEntryFields & EntryValue

/** A namespace of the key-value store. */
export interface NamespaceObject {
  /** ns_<name>_<suffix> */
  readonly id: string
  /**
   * The user who is charged for its usage. Tokens with this sub claim may list a namespace's keys and see its
   * usage. Defaults to user_local.
   */
  readonly owner?: string
  /** Limits per month and for storage. They default to the profile's, and 0 allows nothing. */
  readonly limits?: SomeLimits
  /** Counters for the current month, or by month, e.g. "2025-12": { reads: 7 }. */
  readonly usage?: Usage
  /** Its API keys, sent in X-KV-Key. */
  readonly keys?: readonly ScopedKeyObject[]
  /** Its entries. */
  readonly entries?: readonly KvEntryObject[]
}

/** A store of the config store. */
export interface StoreObject {
  /** ec_<name>_<suffix> */
  readonly id: string
  /**
   * The user who is charged for its usage. Tokens with this sub claim may list a namespace's keys and see its
   * usage. Defaults to user_local.
   */
  readonly owner?: string
  /** Its API keys, sent in X-KV-Key. */
  readonly keys?: readonly ScopedKeyObject[]
  /** Its entries, which never expire. */
  readonly entries?: readonly ConfigEntryObject[]
}

/**
 * The records that a key of the database sees; one that names neither documents nor projects sees everything.
 *
 * @example
 * const scope: DatabaseScope = { projects: [10], documents: [1, 2], outOfScope: 'forbidden' }
 */
export interface DatabaseScope {
  /** Projects it can access, including their documents. */
  readonly projects?: readonly RecordId[]
  /** Documents it can access. */
  readonly documents?: readonly RecordId[]
  /**
   * Determines what lists return if the key can't access anything: empty (the default) returns [], forbidden
   * a 403.
   */
  readonly outOfScope?: OneOf<'empty' | 'forbidden'>
}

/** An API key of the database. */
export interface DatabaseKeyObject extends DatabaseScope {
  /** The raw key that clients send in X-API-Key. */
  readonly key: string
}

/** A project of the database. */
export interface ProjectObject {
  /** Defaults to a generated id. */
  readonly id?: RecordId
  /** Can contain templates such as {{company.name}}. */
  readonly name: string
  /** Can contain templates. */
  readonly description?: string
  /** The number of records this block creates. {{index}} is the number of each, starting at 1. */
  readonly repeat?: number
  /** True to treat {{ as plain text rather than the start of a template. */
  readonly literal?: boolean
}

/** A document of the database. */
export interface DocumentObject {
  /** Defaults to a generated id. */
  readonly id?: RecordId
  /** Can contain templates such as {{lorem.sentence}}. */
  readonly title: string
  /** Can contain templates. */
  readonly content?: string
  /** The project it belongs to, which key scopes refer to. It never appears in responses. */
  readonly project?: RecordId
  /** The number of records this block creates. {{index}} is the number of each, starting at 1. */
  readonly repeat?: number
  /** True to treat {{ as plain text rather than the start of a template. */
  readonly literal?: boolean
}

/** How many requests a key of the database may make. */
export interface RateLimitObject {
  /** The number of requests each key may make per window. */
  readonly requests: number
  /** The length of a window, in seconds or as a duration such as 1m. */
  readonly per: string | number
}

/** The document database. */
export interface DatabaseObject {
  /** The number of requests a key may make per window. Unlimited by default. */
  readonly rateLimit?: RateLimitObject
  /** Its API keys, sent in X-API-Key. */
  readonly keys?: readonly DatabaseKeyObject[]
  /** Its projects. */
  readonly projects?: readonly ProjectObject[]
  /** Its documents. */
  readonly documents?: readonly DocumentObject[]
}

type ResumePart = 'ids' | 'random' | 'rateWindows' | 'gone' | 'cursors' | 'places' | 'creators'

/** Where an exported state goes on from. */
export type ResumeObject = { readonly [Name in ResumePart]?: Readonly<Record<string, unknown>> }

/**
 * A seed as plain data, as a seed file has it.
 *
 * @example
 * const seed: SeedObject = { stores: [{ id: 'ec_demo_starter', entries: [{ key: 'banner', value: 'hello' }] }] }
 */
export interface SeedObject {
  /** The version of the seed format, which is 1. */
  readonly version?: number
  /** The virtual clock at the start. */
  readonly clock?: SeedClock
  /** The random seed for ids, templates and chances. Defaults to 1. */
  readonly random?: number
  /** Fills gaps in the contract, by section, e.g. { kv: { putStatus: 201 } }. */
  readonly profile?: ProfilePatch
  /** The key-value store's namespaces. */
  readonly namespaces?: readonly NamespaceObject[]
  /** The config store's stores. */
  readonly stores?: readonly StoreObject[]
  /** The document database. */
  readonly database?: DatabaseObject
  /** The state of each of your own services, by name. */
  readonly services?: Readonly<Record<string, object>>
  /** Faults to inject. */
  readonly faults?: readonly FaultObject[]
  /** Where an exported state continues. Written by exports. */
  readonly resume?: ResumeObject
  /** The JSON Schema that your editor uses for this file. The emulator ignores it. */
  readonly $schema?: string
}
