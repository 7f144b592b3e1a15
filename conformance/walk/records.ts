/** The database's records as far as a walk knows them, unordered because the contract has no order for them. */

import { atOnce } from '../at-once.js'
import { expectStatus, expectSuccess, expectThat, fail, type Reader, read, StatementSkip } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import {
  COLLECTIONS,
  type DatabaseCollection,
  OPTIONAL_MEMBER,
  REQUIRED_MEMBER,
} from '../session-database.js'

/** A record's members as they were sent, or as they were first seen. */
interface KnownRecord {
  readonly required: string
  /** Null if it was omitted. */
  readonly optional: string | null
}

/** A walk doesn't use a database that has more records than this. */
const RECORDS_MAX = 200

/** The records that the subject's key can see, by the digits of their ids. */
export class Records {
  readonly #known: Readonly<Record<DatabaseCollection, Map<string, KnownRecord>>> = {
    documents: new Map(),
    projects: new Map(),
  }

  private constructor(private readonly session: Session) {}

  /** Reads every record. Returns undefined if there's no database, or it has too many of them. */
  static async survey(session: Session): Promise<Records | undefined> {
    if (session.subject.database === undefined || session.subject.dbBaseUrl === undefined) return undefined
    const records = new Records(session)
    try {
      for (const collection of COLLECTIONS) {
        for (const page of await session.database.pages(collection, 3)) {
          for (const record of read(page).items()) {
            records.#known[collection].set(record.member('id').int64(), knownOf(record, collection))
          }
        }
        if (records.#known[collection].size > RECORDS_MAX) return undefined
      }
      return records
    } catch (error) {
      if (error instanceof StatementSkip) return undefined
      throw error
    }
  }

  /** Checks that the pages contain every known record once, and that none is empty or exceeds the limit. */
  async pages(collection: DatabaseCollection, limit: number): Promise<HttpExchange> {
    const known = this.#known[collection]
    const seen = new Map<string, KnownRecord>()
    let page = await this.session.database.list(collection, limit === 0 ? '' : `limit=${limit}`)
    for (;;) {
      const items = read(expectSuccess(page)).items()
      if (limit > 0) expectThat(items.length <= limit, `at most ${limit} records`, `${items.length}`, page)
      for (const item of items) {
        const id = item.member('id').int64()
        expectThat(!seen.has(id), 'every record once', `${id} twice`, page)
        this.hold(collection, id, item)
        seen.set(id, knownOf(item, collection))
      }
      if (page.header('x-next') === undefined) break
      expectThat(items.length > 0, 'a record on a page with an x-next', 'none', page)
      page = await this.session.database.next(page)
    }
    expectThat(seen.size === known.size, `${known.size} records`, `${seen.size}`, page)
    return page
  }

  /** Creates records with different texts concurrently, and expects them to get different ids. */
  create(
    collection: DatabaseCollection,
    optional: string | undefined,
    count: number,
  ): Promise<readonly HttpExchange[]> {
    const first = this.#known[collection].size
    return atOnce(count, async (index) => {
      const required = `${this.session.subject.prefix} ${first + index}`
      const answer = await this.session.database.create(collection, {
        [REQUIRED_MEMBER[collection]]: required,
        ...(optional === undefined ? {} : { [OPTIONAL_MEMBER[collection]]: optional }),
      })
      return this.#holdNew(collection, { required, optional: optional ?? null }, answer)
    })
  }

  #holdNew(collection: DatabaseCollection, sent: KnownRecord, answer: HttpExchange): HttpExchange {
    if (collection === 'documents') expectStatus(answer, 201)
    const record = read(expectSuccess(answer))
    const id = record.member('id').int64()
    expectThat(!this.#known[collection].has(id), 'its own id', `${id} again`, answer)
    this.#known[collection].set(id, sent)
    this.hold(collection, id, record)
    return answer
  }

  /** Fetches a known document by index, or one that doesn't exist. */
  async fetch(index: number): Promise<HttpExchange> {
    const id = [...this.#known.documents.keys()][index]
    if (id === undefined)
      return expectStatus(await this.session.database.document('9223372036854775806'), 404)
    const answer = expectSuccess(await this.session.database.document(id))
    const record = read(answer)
    record.member('id').equalsJson(id)
    this.hold('documents', id, record)
    return answer
  }

  private hold(collection: DatabaseCollection, id: string, record: Reader): void {
    const { about } = record
    const known = this.#known[collection].get(id)
    if (known === undefined) fail('only known records', id, about)
    const { required, optional } = knownOf(record, collection)
    expectThat(required === known.required, `${known.required} in record ${id}`, required, about)
    expectThat(optional === known.optional, `${known.optional} in record ${id}`, `${optional}`, about)
  }
}

function knownOf(record: Reader, collection: DatabaseCollection): KnownRecord {
  const optional = record.find(OPTIONAL_MEMBER[collection])
  return {
    required: record.member(REQUIRED_MEMBER[collection]).string(),
    // The contract doesn't say whether a missing one is omitted or null.
    optional: optional === undefined || optional.json.kind === 'null' ? null : optional.string(),
  }
}
