import type { ForkedMap } from '../../core/forked-map.js'
import { NEW_COLLECTION } from '../../seed/resume-point.js'

export type CollectionName = 'documents' | 'projects'

/** A document or a project (docs/CONTRACT.md C-5 to C-10). Immutable, since forks share it. */
export interface DocumentsRecord {
  readonly seq: number
  /** The canonical digits of an int64, since JavaScript numbers lose digits beyond 2^53. */
  readonly id: string
  /** A document's title or a project's name. */
  readonly heading: string
  /** A document's content or a project's description. */
  readonly text: string | undefined
  /** The project of a document. Decides access; never sent. */
  readonly project?: string
  /** The scoped key that created it, and so may see it. */
  readonly creator?: string
}

/** A record without its position; an undefined id is generated. */
export type RecordFields = Omit<DocumentsRecord, 'seq' | 'id'> & { readonly id: string | undefined }

/** An API key of the database (docs/CONTRACT.md K-13, K-14). */
export interface DocumentsKey {
  readonly seq: number
  readonly key: string
  /** The visible records; undefined: all. */
  readonly scope?: ResolvedScope
}

export interface Page {
  readonly records: readonly DocumentsRecord[]
  readonly more: boolean
}

export interface ResolvedScope {
  readonly projects: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
  /** The answer to a list when nothing is visible. */
  readonly outOfScope: 'empty' | 'forbidden'
}

/** End of generated ids: many JSON parsers round larger ones. */
const GENERATED_ID_END = 2n ** 53n

/** The records of one type in order of insertion, and their id sequence. */
export class Collection {
  #lastId: bigint

  constructor(
    readonly name: CollectionName,
    readonly records: ForkedMap<string, DocumentsRecord>,
    lastId = 0n,
    /** The projects of the records, if these are documents. */
    private readonly projects?: Collection,
  ) {
    this.#lastId = lastId
  }

  /** The largest id below 2^53 ever used. The next one is higher, so no id is reused. */
  get lastId(): bigint {
    return this.#lastId
  }

  /** Creates a record with the next id. */
  create(fields: { heading: string; text: string | undefined }, key: DocumentsKey): DocumentsRecord {
    const record: DocumentsRecord = {
      seq: this.records.takeSeq(),
      id: this.#nextId(),
      heading: fields.heading,
      text: fields.text,
      ...(key.scope === undefined ? {} : { creator: key.key }),
    }
    this.records.set(record.id, record)
    return record
  }

  /**
   * Inserts a record with its id, or the next one. Replaces an existing record in place; the key that created that one
   * still sees it.
   */
  insert(fields: RecordFields): DocumentsRecord {
    const id = fields.id ?? this.#nextId()
    this.reserve(id)
    const replaced = this.records.get(id)
    const creator = replaced?.creator === undefined ? {} : { creator: replaced.creator }
    const record = { ...creator, ...fields, seq: replaced?.seq ?? this.records.takeSeq(), id }
    this.records.set(id, record)
    return record
  }

  /** Inserts the records of a seed at their saved positions. Records without one follow at the end. */
  insertAll(records: readonly RecordFields[], { lastId, places, creators } = NEW_COLLECTION): void {
    this.continueFrom(BigInt(lastId))
    // Reserve ids first, so no generated id takes one that appears later.
    for (const { id } of records) if (id !== undefined) this.reserve(id)
    const [placeByIndex, creatorById] = [new Map(places), new Map(creators)]
    for (let index = 0; index <= records.length; index++) {
      const place = placeByIndex.get(index)
      if (place !== undefined) this.records.continueFrom(place)
      const record = records[index]
      if (record === undefined) continue
      const creator = record.id === undefined ? undefined : creatorById.get(record.id)
      this.insert(creator === undefined ? record : { ...record, creator })
    }
  }

  /** Removes a record without freeing its id. Returns false if it's missing. */
  remove(id: string): boolean {
    return this.records.delete(id)
  }

  /** Keeps ids up to this one from being generated. */
  reserve(id: string): void {
    const number = BigInt(id)
    if (number > this.lastId && number < GENERATED_ID_END) this.#lastId = number
  }

  /** Continues after this id. Unlike ids that were named, generated ones count even beyond 2^53. */
  continueFrom(lastId: bigint): void {
    if (lastId > this.#lastId) this.#lastId = lastId
  }

  /**
   * Returns up to `limit` visible records positioned after `after`, and whether there are more. Records inserted
   * between two pages come last.
   */
  page(key: DocumentsKey, after: number, limit: number): Page {
    const records: DocumentsRecord[] = []
    for (const record of this.records.after(after)) {
      if (!this.shows(record, key)) continue
      if (records.length === limit) return { records, more: true }
      records.push(record)
    }
    return { records, more: false }
  }

  /**
   * A scoped key sees its projects, their documents, its documents, and what it created (docs/gaps.md, Scopes).
   * Projects that it created count as its projects.
   */
  shows(record: DocumentsRecord, key: DocumentsKey): boolean {
    const { scope } = key
    if (scope === undefined || record.creator === key.key) return true
    if (scope[this.name].has(record.id)) return true
    const { project } = record
    if (project === undefined) return false
    return scope.projects.has(project) || this.projects?.records.get(project)?.creator === key.key
  }

  #nextId(): string {
    // The sequence may run into named ids from 2^53 on.
    do this.#lastId++
    while (this.records.has(String(this.lastId)))
    return String(this.lastId)
  }

  /** Returns a fork that shares the records. Documents need the projects of the new state. */
  copy(projects?: Collection): Collection {
    return new Collection(this.name, this.records.fork(), this.lastId, projects)
  }
}
