import type { Moment } from '../../core/moment.js'
import type { FaultSpec } from '../../domain/faults/fault.js'
import type { RateLimit } from '../../services/documents/rate-limit.js'
import type { DatabaseKeySeed, NamespaceSeed, Seed } from '../schema/schema.js'

/** A seed with its templates filled in and its texts understood: the plain data that the domain loads. */
export interface ExpandedSeed {
  readonly clock: {
    /** ms since 1970. */
    readonly now?: number
    readonly freeze?: boolean
    /** Virtual seconds a real second. */
    readonly rate?: number
  }
  readonly random: number | undefined
  /** The profile as given; `domain/profile/schema.ts` knows its options. */
  readonly profile: NonNullable<Seed['profile']>
  readonly namespaces: readonly SeededNamespace[]
  readonly stores: readonly SeededStore[]
  readonly database: SeededDatabase
  readonly faults: readonly FaultSpec[]
  readonly resume: Seed['resume']
}

/** What namespaces and stores have in common. */
interface SeededHolder<Entry> {
  readonly id: string
  readonly owner: string | undefined
  readonly keys: NonNullable<NamespaceSeed['keys']>
  readonly entries: readonly Entry[]
}

export interface SeededNamespace extends SeededHolder<SeededEntry> {
  readonly limits: NonNullable<NamespaceSeed['limits']>
  /** The counters of each month: `YYYY-MM`, or the one that the origin falls in. */
  readonly usage: readonly { readonly month: string; readonly counters: SeededCounters }[]
}

export type SeededStore = SeededHolder<SeededConfigEntry>

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
  readonly ttlSeconds: number | undefined
  readonly createdAt: Moment | undefined
  readonly expiresAt: Moment | undefined
}

export interface SeededConfigEntry {
  readonly key: string
  /** JSON without insignificant white space; never null. */
  readonly text: string
  readonly updatedAt: Moment | undefined
}

/** A key with neither `projects` nor `documents` sees everything. Ids are canonical digits, here and below. */
export interface SeededDatabase {
  readonly rateLimit: RateLimit | undefined
  readonly keys: readonly DatabaseKeySeed[]
  readonly projects: readonly SeededProject[]
  readonly documents: readonly SeededDocument[]
}

export interface SeededProject {
  readonly id: string | undefined
  readonly name: string
  readonly description: string | undefined
}

export interface SeededDocument {
  readonly id: string | undefined
  readonly title: string
  readonly content: string | undefined
  /** The project whose keys see it. */
  readonly project: string | undefined
}
