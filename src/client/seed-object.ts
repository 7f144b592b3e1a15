import type { ProfilePatch } from '../domain/profile/profile.js'
import type { Limits } from '../domain/quotas.js'
import type { DatabaseSeed, DocumentSeed, ProjectSeed, Seed } from '../seed/schema/schema.js'

/**
 * An id of a record, an int64: as text where a number would lose its last digits.
 *
 * @example
 * const ids: RecordId[] = [1, '9007199254740993'] // digits where a number would lose some
 */
export type RecordId = number | string

/**
 * The records that a key of the database sees; one that names neither documents nor projects sees everything.
 *
 * @example
 * const scope: DatabaseScope = { projects: [10], documents: [1, 2], outOfScope: 'forbidden' }
 */
export interface DatabaseScope {
  readonly projects?: readonly RecordId[]
  readonly documents?: readonly RecordId[]
  /** How a list is answered when the key sees no record. */
  readonly outOfScope?: 'empty' | 'forbidden'
}

export interface DatabaseKeyObject extends DatabaseScope {
  readonly key: string
}

export interface ProjectObject extends Omit<ProjectSeed, 'id'> {
  readonly id?: RecordId
}

export interface DocumentObject extends Omit<DocumentSeed, 'id' | 'project'> {
  readonly id?: RecordId
  readonly project?: RecordId
}

export interface DatabaseObject extends Omit<DatabaseSeed, 'keys' | 'projects' | 'documents'> {
  readonly keys?: readonly DatabaseKeyObject[]
  readonly projects?: readonly ProjectObject[]
  readonly documents?: readonly DocumentObject[]
}

/**
 * A seed as plain data, as a seed file has it.
 *
 * @example
 * const seed: SeedObject = { stores: [{ id: 'ec_web_89daefd4', entries: [{ key: 'banner', value: 'hello' }] }] }
 */
export interface SeedObject extends Omit<Seed, 'profile' | 'database'> {
  readonly profile?: ProfilePatch
  readonly database?: DatabaseObject
}

/** Some limits of a namespace; 0 allows none. */
export type SomeLimits = { readonly [Name in keyof Limits]?: number }
