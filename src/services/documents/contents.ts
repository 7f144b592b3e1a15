import { ForkedMap } from '../../core/forked-map.js'
import type { ContentsOf, ServiceContents } from '../../domain/state.js'
import { Collection, type DatabaseKey, type ResolvedScope } from './collection.js'
import { type RateLimit, RateWindows } from './rate-limit.js'

/** What the database is made of. */
type DatabaseParts = Pick<
  DatabaseContents,
  'databaseKeys' | 'projects' | 'documents' | 'rateWindows' | 'rateLimit'
>

/** The document database of a state. */
export class DatabaseContents implements ServiceContents {
  readonly databaseKeys: ForkedMap<string, DatabaseKey>
  readonly projects: Collection
  readonly documents: Collection
  readonly rateWindows: RateWindows
  #rateLimit: RateLimit | undefined

  private constructor({ databaseKeys, projects, documents, rateWindows, rateLimit }: DatabaseParts) {
    this.databaseKeys = databaseKeys
    this.projects = projects
    this.documents = documents
    this.rateWindows = rateWindows
    this.#rateLimit = rateLimit
  }

  static empty(): DatabaseContents {
    const projects = new Collection('projects', new ForkedMap())
    const documents = new Collection('documents', new ForkedMap(), 0n, projects)
    const [databaseKeys, rateWindows] = [new ForkedMap<string, DatabaseKey>(), new RateWindows()]
    return new DatabaseContents({ databaseKeys, projects, documents, rateWindows, rateLimit: undefined })
  }

  /** The rate limit of each key. */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Sets the rate limit of each key; undefined lifts it. */
  limitRate(limit: RateLimit | undefined): void {
    this.#rateLimit = limit
  }

  /** Adds a key, or replaces the one with its text. Without a scope it sees everything. */
  addDatabaseKey(key: string, scope?: ResolvedScope): DatabaseKey {
    const seq = this.databaseKeys.get(key)?.seq ?? this.databaseKeys.takeSeq()
    const held: DatabaseKey = { seq, key, ...(scope === undefined ? {} : { scope }) }
    this.databaseKeys.set(key, held)
    return held
  }

  hasKey(text: string): boolean {
    return this.databaseKeys.has(text)
  }

  keysFor(id: string): readonly DatabaseKey[] {
    const record = this.documents.records.get(id)
    const sees = (key: DatabaseKey) =>
      id === ''
        ? key.scope?.outOfScope !== 'forbidden'
        : key.scope === undefined || (record !== undefined && this.documents.shows(record, key))
    const keys = [...this.databaseKeys.values()].filter(sees)
    return keys.toSorted((one, other) => Number(one.scope !== undefined) - Number(other.scope !== undefined))
  }

  sizes() {
    const { databaseKeys, projects, documents } = this
    return {
      databaseKeys: databaseKeys.size,
      projects: projects.records.size,
      documents: documents.records.size,
    }
  }

  fork(): DatabaseContents {
    const projects = this.projects.copy()
    return new DatabaseContents({
      databaseKeys: this.databaseKeys.fork(),
      projects,
      documents: this.documents.copy(projects),
      rateWindows: this.rateWindows.fork(),
      rateLimit: this.rateLimit,
    })
  }
}

/** What the database keeps: `state.of(DOCUMENTS).documents`. */
export const DOCUMENTS: ContentsOf<DatabaseContents> = { name: 'documents', empty: DatabaseContents.empty }
