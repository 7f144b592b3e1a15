import { expectSuccess, fail, read, StatementSkip } from './check.js'
import {
  baseOf,
  type Headers,
  type HttpExchange,
  isAddress,
  nextUrl,
  RawBody,
  sendRequest,
  withApiKey,
} from './http-client.js'
import { NEEDS } from './needs.js'
import type { ServiceUnderTest, SubjectDatabase } from './subject.js'

export const COLLECTIONS = ['documents', 'projects'] as const
export type DatabaseCollection = (typeof COLLECTIONS)[number]

/** The required member of each collection's records (docs/CONTRACT.md C-6, C-9). */
export const REQUIRED_MEMBER: Readonly<Record<DatabaseCollection, 'title' | 'name'>> = {
  documents: 'title',
  projects: 'name',
}

/** The optional member of each collection's records (docs/CONTRACT.md C-7, C-10). */
export const OPTIONAL_MEMBER: Readonly<Record<DatabaseCollection, 'content' | 'description'>> = {
  documents: 'content',
  projects: 'description',
}

const NO_PLACE = 'x-next is a bare cursor, and where this service takes it is not known'

/** A session won't request more pages of a collection than this. */
const PAGES_MAX = 60

/** Calls to the database. They use the subject's key by default. */
export class DatabaseCalls {
  constructor(private readonly subject: ServiceUnderTest) {}

  /** Skips the statement if the subject has no database. */
  get access(): SubjectDatabase {
    if (this.subject.database === undefined) throw new StatementSkip(NEEDS.db.what)
    return this.subject.database
  }

  /** Returns the first page. The query may be e.g. `limit=2`. */
  list(collection: DatabaseCollection, query = '', headers?: Headers): Promise<HttpExchange> {
    return this.call('GET', query === '' ? `/${collection}` : `/${collection}?${query}`, { headers })
  }

  /** The body is sent unchanged. */
  create(collection: DatabaseCollection, body: unknown, headers?: Headers): Promise<HttpExchange> {
    return this.call('POST', `/${collection}`, { headers, body })
  }

  document(id: string, headers?: Headers): Promise<HttpExchange> {
    return this.record('documents', id, headers)
  }

  record(collection: DatabaseCollection, id: string, headers?: Headers): Promise<HttpExchange> {
    return this.call('GET', `/${collection}/${encodeURIComponent(id)}`, { headers })
  }

  createOne(collection: DatabaseCollection): Promise<HttpExchange> {
    return this.create(collection, { [REQUIRED_MEMBER[collection]]: `${this.subject.prefix} trial` })
  }

  /** Returns a page with at least `least` records. Creates some if that's allowed. */
  async stocked(collection: DatabaseCollection, least: number, query = ''): Promise<HttpExchange> {
    const before = await this.list(collection, query)
    const missing = least - read(before).items().length
    if (missing <= 0) return before
    if (!this.access.mayCreate) {
      throw new StatementSkip(`the key can see fewer than ${least} ${collection}, and may not create any`)
    }
    for (let created = 0; created < missing; created += 1) await this.createOne(collection)
    return this.list(collection, query)
  }

  /** Returns the next page by sending x-next back. Adds a limit if one is given. */
  async next(page: HttpExchange, limit?: number): Promise<HttpExchange> {
    const next = page.header('x-next') ?? fail('an x-next', 'none', page)
    const found = nextUrl(page.request.url, next)
    const isLimited = limit === undefined || /[?&]limit=/.test(found)
    const url = isLimited ? found : `${found}${found.includes('?') ? '&' : '?'}limit=${limit}`
    const { 'x-api-key': key = this.access.key } = page.request.headers
    const answer = await sendRequest(this.subject.send, { method: 'GET', url, headers: withApiKey(key) })
    // If the service expects the cursor elsewhere, it refuses the parameter or returns the same page again.
    const isSame = answer.text === page.text && answer.header('x-next') === next
    if (!isAddress(next) && (answer.status >= 400 || isSame)) throw new StatementSkip(NO_PLACE)
    return expectSuccess(answer)
  }

  /** Returns all pages, ending with the one that has no x-next. */
  async pages(
    collection: DatabaseCollection,
    limit?: number,
    headers?: Headers,
  ): Promise<readonly HttpExchange[]> {
    let page = await this.list(collection, limit === undefined ? '' : `limit=${limit}`, headers)
    // The contract doesn't say how large a page can be, or whether a larger limit is refused.
    if (limit !== undefined && limit > 1 && page.status >= 400)
      throw new StatementSkip(`limit=${limit} is refused (${page.status})`)
    const pages = [expectSuccess(page)]
    while (page.header('x-next') !== undefined) {
      if (pages.length >= PAGES_MAX) throw new StatementSkip(this.tooLong(collection))
      page = await this.next(page)
      pages.push(page)
    }
    return pages
  }

  /** Returns all records with their ids, and the last page. */
  async records(collection: DatabaseCollection, limit = 3, headers?: Headers) {
    const pages = await this.pages(collection, limit, headers)
    const items = pages.flatMap((page) => read(page).items())
    const last = pages.at(-1) ?? (await this.list(collection))
    return { items, ids: items.map((item) => item.member('id').int64()), last }
  }

  private tooLong(collection: DatabaseCollection): string {
    return `the key sees more than ${PAGES_MAX} ${collection}: use a key with a smaller scope`
  }

  private call(
    method: string,
    path: string,
    { headers = withApiKey(this.access.key), body }: { headers?: Headers | undefined; body?: unknown },
  ): Promise<HttpExchange> {
    const { send, dbBaseUrl } = this.subject
    if (dbBaseUrl === undefined) throw new StatementSkip(NEEDS.db.what)
    return sendRequest(send, { method, url: `${baseOf(dbBaseUrl)}${path}`, headers, body })
  }
}

/** Truncated JSON. */
export const MALFORMED = new RawBody('{"title": "cut off')
