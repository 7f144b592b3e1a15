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
  /** Where it starts, and the origin of relative times; the real time when left out. */
  readonly now?: string | number
  /** true: the clock is frozen until it is moved. */
  readonly freeze?: boolean
  /** Virtual seconds a real second; 1 when left out. */
  readonly rate?: number
}

/** Some limits of a namespace; 0 allows none. */
export type SomeLimits = { readonly [Name in keyof Limits]?: number }

/** An API key of a namespace or of a store. */
export interface ScopedKeyObject {
  /** The raw key, as sent in X-KV-Key. */
  readonly key: string
  /** The calls that it may be used for; admin allows all. */
  readonly scope: OneOf<Scope>
}

interface ByValue {
  /** Any JSON value; text in it may hold templates. */
  readonly value: unknown
  readonly json?: never
}

interface ByJson {
  /** The value as exact JSON text, in place of value. */
  readonly json: string
  readonly value?: never
}

type EntryValue = ByValue | ByJson

interface ByTtlSeconds {
  /** Seconds to live: 60 or more; beside expiresAt any. */
  readonly ttlSeconds: number
  /** When it expires: an instant, or +30s from the origin. In the past: expired, not yet removed. */
  readonly expiresAt?: MomentText
}

interface ByExpiresAt {
  /** When it expires: an instant, or +30s from the origin. In the past: expired, not yet removed. */
  readonly expiresAt: MomentText
  /** Seconds to live: 60 or more; beside expiresAt any. */
  readonly ttlSeconds?: number
}

type Lifetime = ByTtlSeconds | ByExpiresAt

export interface KvEntryFields {
  /** The key, of up to 8000 characters; may hold templates such as {{index}}. */
  readonly key: string
  /** How many records this block makes; {{index}} counts them from 1. */
  readonly repeat?: number
  /** true turns templates off: {{ is text. */
  readonly literal?: boolean
  /** When it was first put; the origin when left out. */
  readonly createdAt?: MomentText
}

/** An entry of a namespace. */
export type KvEntryObject = KvEntryFields & EntryValue & Lifetime

export interface ConfigEntryFields {
  /** The key, of up to 8000 characters; may hold templates such as {{index}}. */
  readonly key: string
  /** How many records this block makes; {{index}} counts them from 1. */
  readonly repeat?: number
  /** true turns templates off: {{ is text. */
  readonly literal?: boolean
  /** When it was last put; the origin when left out. */
  readonly updatedAt?: MomentText
}

/** An entry of a config store. */
export type ConfigEntryObject = ConfigEntryFields & EntryValue

/** A namespace of the key-value store. */
export interface NamespaceObject {
  /** ns_<name>_<suffix> */
  readonly id: string
  /** The sub of the tokens that may list it; user_local when left out. */
  readonly owner?: string
  /** Monthly limits and storage; missing ones take the profile's, 0 allows none. */
  readonly limits?: SomeLimits
  /** Counters of this month, or by month: "2025-12": { reads: 7 }. */
  readonly usage?: Usage
  /** Its API keys, for X-KV-Key. */
  readonly keys?: readonly ScopedKeyObject[]
  /** What it holds. */
  readonly entries?: readonly KvEntryObject[]
}

/** A store of the config store. */
export interface StoreObject {
  /** ec_<name>_<suffix> */
  readonly id: string
  /** The sub of the tokens that may list it; user_local when left out. */
  readonly owner?: string
  /** Its API keys, for X-KV-Key. */
  readonly keys?: readonly ScopedKeyObject[]
  /** What it holds; it never expires. */
  readonly entries?: readonly ConfigEntryObject[]
}

/**
 * The records that a key of the database sees; one that names neither documents nor projects sees everything.
 *
 * @example
 * const scope: DatabaseScope = { projects: [10], documents: [1, 2], outOfScope: 'forbidden' }
 */
export interface DatabaseScope {
  /** The projects that it sees, with their documents. */
  readonly projects?: readonly RecordId[]
  /** The documents that it sees. */
  readonly documents?: readonly RecordId[]
  /** What a list answers when nothing at all is visible: empty (when left out) is [], forbidden is 403. */
  readonly outOfScope?: OneOf<'empty' | 'forbidden'>
}

/** An API key of the database. */
export interface DatabaseKeyObject extends DatabaseScope {
  /** The raw key, as sent in X-API-Key. */
  readonly key: string
}

/** A project of the database. */
export interface ProjectObject {
  /** Generated when left out. */
  readonly id?: RecordId
  /** May hold templates such as {{company.name}}. */
  readonly name: string
  /** May hold templates. */
  readonly description?: string
  /** How many records this block makes; {{index}} counts them from 1. */
  readonly repeat?: number
  /** true turns templates off: {{ is text. */
  readonly literal?: boolean
}

/** A document of the database. */
export interface DocumentObject {
  /** Generated when left out. */
  readonly id?: RecordId
  /** May hold templates such as {{lorem.sentence}}. */
  readonly title: string
  /** May hold templates. */
  readonly content?: string
  /** Its project, for the scopes of keys; never sent. */
  readonly project?: RecordId
  /** How many records this block makes; {{index}} counts them from 1. */
  readonly repeat?: number
  /** true turns templates off: {{ is text. */
  readonly literal?: boolean
}

/** How many requests a key of the database may make. */
export interface RateLimitObject {
  /** Requests that each key may make in a window. */
  readonly requests: number
  /** The length of a window: seconds, or a duration such as 1m. */
  readonly per: string | number
}

/** The document database. */
export interface DatabaseObject {
  /** Requests a key may make in each window; none when left out. */
  readonly rateLimit?: RateLimitObject
  /** Its API keys, for X-API-Key. */
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
  /** The version of the format: 1. */
  readonly version?: number
  /** Where the virtual clock starts. */
  readonly clock?: SeedClock
  /** Decides ids, templates and chances; 1 when left out. */
  readonly random?: number
  /** How the gaps of the contract behave, by section: { kv: { putStatus: 201 } }. */
  readonly profile?: ProfilePatch
  /** The namespaces of the key-value store. */
  readonly namespaces?: readonly NamespaceObject[]
  /** The stores of the config store. */
  readonly stores?: readonly StoreObject[]
  /** The document database. */
  readonly database?: DatabaseObject
  /** The states of services of your own, by their names. */
  readonly services?: Readonly<Record<string, object>>
  /** Faults to inject. */
  readonly faults?: readonly FaultObject[]
  /** Where an exported state goes on from; written by exports. */
  readonly resume?: ResumeObject
  /** The JSON Schema that editors hold this file to; the emulator takes no notice of it. */
  readonly $schema?: string
}
