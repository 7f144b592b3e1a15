import type { ForkedMap } from '../../core/forked-map.js'
import type { CollectionResume } from '../../seed/resume-point.js'

export type CollectionName = 'documents' | 'projects'

/** A document or a project (docs/CONTRACT.md C-5 to C-10). Immutable, since forks share it. */
export interface DocumentsRecord {
  readonly seq: number
  /** An int64, as its canonical digits: JavaScript numbers lose those beyond 2^53. */
  readonly id: string
  /** A document's title, a project's name. */
  readonly heading: string
  /** A document's content, a project's description. */
  readonly text: string | undefined
  /** The project that a document belongs to: for key scopes only, never sent. */
  readonly project?: string
  /** The scoped key that created it, and so sees it. */
  readonly creator?: string
}

/** A record whose id is not known yet, if it is undefined, and whose place is not. */
export type RecordFields = Omit<DocumentsRecord, 'seq' | 'id'> & { readonly id: string | undefined }

/** An API key of the database (docs/CONTRACT.md K-13, K-14). */
export interface DocumentsKey {
  readonly seq: number
  readonly key: string
  /** The records that a scoped key may see; undefined if it sees everything. */
  readonly scope?: ResolvedScope
}

/** Some records of a collection, and whether there is a further one. */
export interface Page {
  readonly records: readonly DocumentsRecord[]
  readonly more: boolean
}

export interface ResolvedScope {
  readonly projects: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
  /** The answer of a list if nothing at all is visible. */
  readonly outOfScope: 'empty' | 'forbidden'
}

/** Ids from here on are never generated: JSON readers lose their digits. */
const GENERATED_ID_END = 2n ** 53n

/** The records of one type, in order of insertion, and their id sequence. */
export class Collection {
  #lastId: bigint

  constructor(
    readonly name: CollectionName,
    readonly records: ForkedMap<string, DocumentsRecord>,
    lastId = 0n,
    /** The projects that the records belong to, if they are documents. */
    private readonly projects?: Collection,
  ) {
    this.#lastId = lastId
  }

  /** The largest id below 2^53 that was ever there; the next is one more, so none is used twice. */
  get lastId(): bigint {
    return this.#lastId
  }

  /** Creates a record under the next id. */
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
   * Adds a record under its id, or the next one if it has none. One that is there is replaced in its place,
   * and the key that created it still sees it.
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

  /**
   * Inserts the records of a seed one after another, each at the place that it has; new records come after the places
   * that were taken.
   */
  insertAll(records: readonly RecordFields[], { lastId, places, creators }: CollectionResume): void {
    this.continueFrom(BigInt(lastId))
    // Before the first insertion, so that no generated id takes one that is named further down.
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

  /** Removes a record; its id is not generated again. False if there is none. */
  remove(id: string): boolean {
    return this.records.delete(id)
  }

  /** Generates no id up to this one. */
  reserve(id: string): void {
    const number = BigInt(id)
    if (number > this.lastId && number < GENERATED_ID_END) this.#lastId = number
  }

  /** Generates the ids after this one: unlike one that was named, a generated id counts even beyond 2^53. */
  continueFrom(lastId: bigint): void {
    if (lastId > this.#lastId) this.#lastId = lastId
  }

  /**
   * Up to `limit` records that the key may see, with a place after `after` in the order of insertion, and
   * whether the key may see a further one. A record that is inserted between two pages comes after both.
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
   * A scoped key sees its projects, their documents, its documents, and what it created (docs/gaps.md,
   * Scopes). A project that it created is one of its projects.
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
    // Ids that were named, from 2^53 on, are not in the sequence; it may still run into one.
    do this.#lastId++
    while (this.records.has(String(this.lastId)))
    return String(this.lastId)
  }

  /**
   * A fork of the collection for another state, sharing the records; with the projects of that state, for
   * documents.
   */
  copy(projects?: Collection): Collection {
    return new Collection(this.name, this.records.fork(), this.lastId, projects)
  }
}
