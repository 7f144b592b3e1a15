import type { OperationGlob } from '../contract/operations.js'
import { type AdminInterface, at } from './admin-client.js'
import type { RequestDetails, RequestSummary } from './answers.js'
import { type Instant, instantText } from './clock.js'

/** By arrival, or by how long the client waited. */
type RequestSort = 'at' | '-at' | 'waited' | '-waited'

type StatusClass = '2xx' | '3xx' | '4xx' | '5xx'

/**
 * Filters the journal. A request has to match every given field.
 *
 * @example
 * const refused = await emulator.requests({ operation: 'kv.*', status: '4xx' })
 */
export interface RequestFilter {
  /** A text to find in id, path, credential, reason or bodies, ignoring case. */
  readonly text?: string | undefined
  /** A glob over operations: "kv.*". */
  readonly operation?: OperationGlob | undefined
  /** The HTTP method, or several joined by commas. */
  readonly method?: string | undefined
  /** A glob over the path without its query: "/v1/kv/**". */
  readonly path?: string | undefined
  /** A status, a class such as "4xx", "none" if a fault left no answer, or several joined by commas. */
  readonly status?: number | StatusClass | (string & {}) | undefined
  /** An API key as it was sent, a token's owner, or "none". */
  readonly credential?: string | undefined
  /** A User-Agent as it was sent, or "none". */
  readonly agent?: string | undefined
  /** "ok", or the code of the refusal, such as "entry_missing". */
  readonly outcome?: string | undefined
  /** The id of the fault that fired. */
  readonly fault?: string | undefined
  /** From an instant of virtual time on, or after the request with this id. */
  readonly since?: Instant | undefined
  /** Up to an instant of virtual time. */
  readonly until?: Instant | undefined
  /** Requests whose client waited longer, time in a hold included: ms, or "1.5s". */
  readonly slowerThan?: number | string | undefined
  /** "at" sorts by arrival, "waited" by waiting time; a leading "-" reverses the order. "-at" when left out. */
  readonly sort?: RequestSort | undefined
  /** The id of a request. Returns those that follow it in the list: older ones, unless sorted otherwise. */
  readonly before?: string | undefined
  /** The most requests to return. */
  readonly limit?: number | undefined
}

/** The journal of a world. */
export interface RequestsClient {
  /** Returns matching requests with headers, bodies, and the reasons of their answers. */
  requests(filter: RequestFilter & { readonly details: true }): Promise<RequestDetails[]>
  /** Returns matching requests, newest first unless sorted otherwise. */
  requests(filter?: RequestFilter & { readonly details?: false | undefined }): Promise<RequestSummary[]>
  /** Returns one request with headers, bodies, and the reasons of its answer. */
  request(id: string): Promise<RequestDetails>
}

export function requestsClient(admin: AdminInterface): RequestsClient {
  return {
    requests: (filter: AnyFilter = {}) => listed(admin, filter),
    request: async (id) => admin.get(at`/requests/${id}`, {}, ['id', 'path', 'outcome']),
  }
}

type AnyFilter = RequestFilter & { readonly details?: boolean | undefined }

/** Fetches all pages: requests with details come in pages. */
async function listed(
  admin: AdminInterface,
  { since, until, details, ...filter }: AnyFilter,
): Promise<RequestDetails[]> {
  const text = (instant: Instant | undefined) => (instant === undefined ? undefined : instantText(instant))
  const query = { ...filter, since: text(since), until: text(until) }
  if (details !== true) return admin.list('requests', '/requests', query)
  const found: RequestDetails[] = []
  let before = filter.before
  do {
    const limit = filter.limit === undefined ? undefined : filter.limit - found.length
    const page = await admin.get<RequestPage>('/requests', { ...query, before, limit, details: 'true' })
    found.push(...page.requests)
    before = page.next
  } while (before !== undefined && found.length < (filter.limit ?? Number.POSITIVE_INFINITY))
  return found
}

interface RequestPage {
  readonly requests: readonly RequestDetails[]
  readonly next?: string
}
