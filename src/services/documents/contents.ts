import { ForkedMap } from '../../core/forked-map.js'
import type { ContentsOf, ServiceContents } from '../../domain/state.js'
import { Collection, type DatabaseKey, type ResolvedScope } from './collection.js'
import { type RateLimit, RateWindows } from './rate-limit.js'

/** The document database of a state. */
export class DatabaseContents implements ServiceContents {
  #rateLimit: RateLimit | undefined

  constructor(
    readonly databaseKeys: ForkedMap<string, DatabaseKey>,
    readonly projects: Collection,
    readonly documents: Collection,
    rateLimit: RateLimit | undefined,
    readonly rateWindows: RateWindows,
  ) {
    this.#rateLimit = rateLimit
  }

  static empty(): DatabaseContents {
    const projects = new Collection('projects', new ForkedMap())
    const documents = new Collection('documents', new ForkedMap(), 0n, projects)
    return new DatabaseContents(new ForkedMap(), projects, documents, undefined, new RateWindows())
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
    return new DatabaseContents(
      this.databaseKeys.fork(),
      projects,
      this.documents.copy(projects),
      this.rateLimit,
      this.rateWindows.fork(),
    )
  }
}

/** What the database keeps: `state.of(DOCUMENTS).documents`. */
export const DOCUMENTS: ContentsOf<DatabaseContents> = { name: 'documents', empty: DatabaseContents.empty }
