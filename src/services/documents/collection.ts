import type { ForkedMap } from '../../core/forked-map.js'
import { NEW_COLLECTION } from '../../seed/resume-point.js'

export type CollectionName = 'documents' | 'projects'

/** A document or project (docs/CONTRACT.md C-5 to C-10). It's immutable, since forks share it. */
export interface DocumentsRecord {
  readonly seq: number
  /** The decimal digits of an int64, in canonical form. It's not a number, since those lose digits beyond 2^53. */
  readonly id: string
  /** A document's title or a project's name. */
  readonly heading: string
  /** A document's content or a project's description. */
  readonly text: string | undefined
  /** A document's project. It determines who has access but never appears in responses. */
  readonly project?: string
  /** The scoped key that created the record and so can access it. */
  readonly creator?: string
}

/** A record to insert. If `id` is undefined, one is generated. */
export type RecordFields = Omit<DocumentsRecord, 'seq' | 'id'> & { readonly id: string | undefined }

/** A database API key (docs/CONTRACT.md K-13, K-14). */
export interface DocumentsKey {
  readonly seq: number
  readonly key: string
  /** Which records the key can access. Undefined means all of them. */
  readonly scope?: ResolvedScope
}

export interface Page {
  readonly records: readonly DocumentsRecord[]
  readonly more: boolean
}

export interface ResolvedScope {
  readonly projects: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
  /** Determines what a list returns if the key can't access anything. */
  readonly outOfScope: 'empty' | 'forbidden'
}

/** Generated ids stay below this, since many JSON parsers round larger ones. */
const GENERATED_ID_END = 2n ** 53n

/** Records in insertion order, together with their id sequence. */
export class Collection {
  #lastId: bigint

  constructor(
    readonly name: CollectionName,
    readonly records: ForkedMap<string, DocumentsRecord>,
    lastId = 0n,
    /** Only set for documents, which may belong to projects. */
    private readonly projects?: Collection,
  ) {
    this.#lastId = lastId
  }

  /** The largest id below 2^53 that was ever used. The next one is larger, so ids are never reused. */
  get lastId(): bigint {
    return this.#lastId
  }

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
   * Inserts a record with the given id or the next one. If that replaces a record, the new one takes its place, and the
   * key that created the old one still has access.
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

  /** Inserts a seed's records at their saved positions. Records without one go to the end. */
  insertAll(records: readonly RecordFields[], { lastId, places, creators } = NEW_COLLECTION): void {
    this.continueFrom(BigInt(lastId))
    // Reserve ids first, so that we don't generate one that's used later in the list.
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

  /** Removes a record, but doesn't free its id. Returns false if there's no such record. */
  remove(id: string): boolean {
    return this.records.delete(id)
  }

  /** Makes sure that neither this id nor a smaller one is generated. */
  reserve(id: string): void {
    const number = BigInt(id)
    if (number < GENERATED_ID_END) this.continueFrom(number)
  }

  /** Continues after this id. Unlike ids that were given explicitly, generated ones count even beyond 2^53. */
  continueFrom(lastId: bigint): void {
    if (lastId > this.#lastId) this.#lastId = lastId
  }

  /**
   * Returns up to `limit` records after the position `after` that the key can access, and whether there are more.
   * Records inserted between two pages come last.
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
   * Returns true if a key can access a record. Scoped keys can access their projects with all documents, their
   * documents, and whatever they've created (docs/gaps.md, Scopes). A project that the key created counts as one of its
   * projects.
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
    // From 2^53 on, the sequence may run into ids that were given explicitly.
    do this.#lastId++
    while (this.records.has(String(this.lastId)))
    return String(this.lastId)
  }

  /** Returns a copy that shares this collection's records. For documents, pass the new state's projects. */
  copy(projects?: Collection): Collection {
    return new Collection(this.name, this.records.fork(), this.lastId, projects)
  }
}
