import type { RequestDetails, RequestSummary } from '../admin/request-json.js'
import type { OperationGlob } from '../contract/operations.js'
import { type AdminInterface, at } from './admin-client.js'
import { type Instant, instantText } from './clock.js'

/** What requests are sorted by: when they came, or how long the client waited. */
type RequestSort = 'at' | '-at' | 'waited' | '-waited'

/** A class of statuses. */
type StatusClass = '2xx' | '3xx' | '4xx' | '5xx'

/**
 * A filter of the journal: a request passes when it matches every given field.
 *
 * @example
 * const refused = await emulator.requests({ operation: 'kv.*', status: '4xx' })
 */
export interface RequestFilter {
  /** A text to look for, in capitals or not: in id, path, credential, reason and bodies. */
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
  /** The id of the fault that struck. */
  readonly fault?: string | undefined
  /** From an instant of virtual time on, or after the request with this id. */
  readonly since?: Instant | undefined
  /** Up to an instant of virtual time. */
  readonly until?: Instant | undefined
  /** Those whose client waited longer, with what a fault held: ms, or "1.5s". */
  readonly slowerThan?: number | string | undefined
  /** "at" for the oldest first, "waited" for the quickest, with a "-" in front the other way round; "-at" when left out. */
  readonly sort?: RequestSort | undefined
  /** The id of a request: those that are listed after it, which are older unless they are sorted. */
  readonly before?: string | undefined
  /** The most requests to give. */
  readonly limit?: number | undefined
}

/** The journal of a world. */
export interface RequestsClient {
  /** The requests that pass the filter, with headers, bodies, and the reasons of their answers. */
  requests(filter: RequestFilter & { readonly details: true }): Promise<RequestDetails[]>
  /** The requests that pass the filter, newest first unless they are sorted. */
  requests(filter?: RequestFilter & { readonly details?: false | undefined }): Promise<RequestSummary[]>
  /** One request with headers, bodies, and the reasons of its answer. */
  request(id: string): Promise<RequestDetails>
}

/** The journal over the admin interface. */
export function requestsClient(admin: AdminInterface): RequestsClient {
  return {
    requests: (filter: AnyFilter = {}) => listed(admin, filter),
    request: async (id) => admin.get(at`/requests/${id}`, {}, ['id', 'path', 'outcome']),
  }
}

type AnyFilter = RequestFilter & { readonly details?: boolean | undefined }

/** Whole requests come in pages: the caller gets all. */
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
