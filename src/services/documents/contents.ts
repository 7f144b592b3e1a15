import { ForkedMap } from '../../core/forked-map.js'
import type { ContentsOf, ServiceContents } from '../../domain/state.js'
import { Collection, type DocumentsKey, type ResolvedScope } from './collection.js'
import { type RateLimit, RateWindows } from './rate-limit.js'

type DocumentsParts = Pick<DocumentsContents, 'keys' | 'projects' | 'documents' | 'rateWindows' | 'rateLimit'>

export class DocumentsContents implements ServiceContents {
  readonly keys: ForkedMap<string, DocumentsKey>
  readonly projects: Collection
  readonly documents: Collection
  readonly rateWindows: RateWindows
  #rateLimit: RateLimit | undefined

  private constructor({ keys, projects, documents, rateWindows, rateLimit }: DocumentsParts) {
    this.keys = keys
    this.projects = projects
    this.documents = documents
    this.rateWindows = rateWindows
    this.#rateLimit = rateLimit
  }

  static empty(): DocumentsContents {
    const projects = new Collection('projects', new ForkedMap())
    const documents = new Collection('documents', new ForkedMap(), 0n, projects)
    const [keys, rateWindows] = [new ForkedMap<string, DocumentsKey>(), new RateWindows()]
    return new DocumentsContents({ keys, projects, documents, rateWindows, rateLimit: undefined })
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Pass undefined to remove the limit. */
  limitRate(limit: RateLimit | undefined): void {
    this.#rateLimit = limit
  }

  /** Adds or replaces a key. Without a scope, it can access everything. */
  addKey(key: string, scope?: ResolvedScope): DocumentsKey {
    const seq = this.keys.get(key)?.seq ?? this.keys.takeSeq()
    const held: DocumentsKey = { seq, key, ...(scope === undefined ? {} : { scope }) }
    this.keys.set(key, held)
    return held
  }

  hasKey(text: string): boolean {
    return this.keys.has(text)
  }

  keysFor(id: string): readonly DocumentsKey[] {
    const record = this.documents.records.get(id)
    const sees = (key: DocumentsKey) =>
      id === ''
        ? key.scope?.outOfScope !== 'forbidden'
        : key.scope === undefined || (record !== undefined && this.documents.shows(record, key))
    const keys = [...this.keys.values()].filter(sees)
    return keys.toSorted((one, other) => Number(one.scope !== undefined) - Number(other.scope !== undefined))
  }

  sizes() {
    const { keys, projects, documents } = this
    return {
      databaseKeys: keys.size,
      projects: projects.records.size,
      documents: documents.records.size,
    }
  }

  fork(): DocumentsContents {
    const projects = this.projects.copy()
    return new DocumentsContents({
      keys: this.keys.fork(),
      projects,
      documents: this.documents.copy(projects),
      rateWindows: this.rateWindows.fork(),
      rateLimit: this.rateLimit,
    })
  }
}

export const DOCUMENTS: ContentsOf<DocumentsContents> = { name: 'documents', empty: DocumentsContents.empty }
