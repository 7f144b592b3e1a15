import type { Scope } from '../../contract/values.js'
import type { Moment } from '../../core/moment.js'
import type { FaultSpec } from '../../domain/faults/fault.js'

/** A seed with its templates filled in and its texts understood: the plain data that the domain loads. */

export interface ExpandedSeed {
  readonly clock: {
    /** ms since 1970. */
    readonly now?: number
    readonly freeze?: boolean
    /** Virtual seconds a real second. */
    readonly rate?: number
  }
  readonly random?: number
  /** The profile as given; `domain/profile/schema.ts` knows its options. */
  readonly profile: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly namespaces: readonly SeededNamespace[]
  readonly stores: readonly SeededStore[]
  readonly database: SeededDatabase
  readonly faults: readonly FaultSpec[]
  readonly resume?: Resume
}

interface SeededKey {
  readonly key: string
  readonly scope: Scope
}

export interface SeededNamespace {
  readonly id: string
  readonly owner?: string | undefined
  readonly limits: {
    readonly reads?: number
    readonly writes?: number
    readonly lists?: number
    readonly storageBytes?: number
  }
  /** The counters of each month: `YYYY-MM`, or the one that the origin falls in. */
  readonly usage: readonly { readonly month: string; readonly counters: SeededCounters }[]
  readonly keys: readonly SeededKey[]
  readonly entries: readonly SeededEntry[]
}

export interface SeededCounters {
  readonly reads?: number
  readonly writes?: number
  readonly deletes?: number
  readonly lists?: number
}

/** At least one of `ttlSeconds` and `expiresAt` is there. */
export interface SeededEntry {
  readonly key: string
  /** JSON without insignificant white space. */
  readonly text: string
  readonly ttlSeconds?: number
  readonly createdAt?: Moment
  readonly expiresAt?: Moment
}

export interface SeededStore {
  readonly id: string
  readonly owner?: string | undefined
  readonly keys: readonly SeededKey[]
  readonly entries: readonly SeededConfigEntry[]
}

export interface SeededConfigEntry {
  readonly key: string
  /** JSON without insignificant white space; never null. */
  readonly text: string
  readonly updatedAt?: Moment
}

export interface SeededDatabase {
  readonly rateLimit?: { readonly requests: number; readonly perMs: number }
  readonly keys: readonly SeededDatabaseKey[]
  readonly projects: readonly SeededProject[]
  readonly documents: readonly SeededDocument[]
}

/** A key with neither `projects` nor `documents` sees everything. Ids are canonical digits, here and below. */
export interface SeededDatabaseKey {
  readonly key: string
  readonly projects?: readonly string[]
  readonly documents?: readonly string[]
  readonly outOfScope?: 'empty' | 'forbidden'
}

export interface SeededProject {
  readonly id?: string
  readonly name: string
  readonly description?: string
}

export interface SeededDocument {
  readonly id?: string
  readonly title: string
  readonly content?: string
  /** The project whose keys see it. */
  readonly project?: string
}

/** Where an exported state goes on from. */
interface Resume {
  readonly ids?: Readonly<Record<string, unknown>>
  readonly random?: Readonly<Record<string, unknown>>
  readonly rateWindows?: Readonly<Record<string, unknown>>
}
