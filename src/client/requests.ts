import type { OperationGlob } from '../contract/operations.js'
import { type AdminInterface, at } from './admin-client.js'
import type { RequestDetails, RequestSummary } from './answers.js'
import { type Instant, instantText } from './clock.js'

type RequestSort = 'at' | '-at' | 'waited' | '-waited'

type StatusClass = '2xx' | '3xx' | '4xx' | '5xx'

/**
 * Requests must match all of the fields given.
 *
 * @example
 * const refused = await emulator.requests({ operation: 'kv.*', status: '4xx' })
 */
export interface RequestFilter {
  /** Searched for in ids, paths, credentials, reasons and bodies, ignoring case. */
  readonly text?: string | undefined
  /** A glob pattern, e.g. "kv.*". */
  readonly operation?: OperationGlob | undefined
  /** One or more, separated by commas. */
  readonly method?: string | undefined
  /** A glob pattern, e.g. "/v1/kv/**". The query isn't part of the path. */
  readonly path?: string | undefined
  /** A status, a class such as "4xx", "none" if a fault prevented a response, or a comma-separated list of these. */
  readonly status?: number | StatusClass | (string & {}) | undefined
  /** An API key exactly as sent, a token's owner, or "none". */
  readonly credential?: string | undefined
  /** Exactly as sent, or "none". */
  readonly agent?: string | undefined
  /** "ok", or an error code such as "entry_missing". */
  readonly outcome?: string | undefined
  /** The id of the fault that fired. */
  readonly fault?: string | undefined
  /** Only requests at or after a virtual time, or after the request with this id. */
  readonly since?: Instant | undefined
  readonly until?: Instant | undefined
  /** Only requests whose client waited longer than this, including while held. In ms, or a duration such as "1.5s". */
  readonly slowerThan?: number | string | undefined
  /** "at" sorts by arrival, "waited" by waiting time. Add a "-" to reverse the order. Defaults to "-at". */
  readonly sort?: RequestSort | undefined
  /** A request's id. The list continues after it, with older requests unless you change `sort`. */
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

export interface RequestsClient {
  /** Includes headers, bodies, and explanations of the responses. */
  requests(filter: RequestFilter & { readonly details: true }): Promise<RequestDetails[]>
  /** Newest first by default. */
  requests(filter?: RequestFilter & { readonly details?: false | undefined }): Promise<RequestSummary[]>
  /** Includes headers, bodies, and an explanation of the response. */
  request(id: string): Promise<RequestDetails>
}

export function requestsClient(admin: AdminInterface): RequestsClient {
  return {
    requests: (filter: AnyFilter = {}) => listed(admin, filter),
    request: async (id) => admin.get(at`/requests/${id}`, {}, ['id', 'path', 'outcome']),
  }
}

type AnyFilter = RequestFilter & { readonly details?: boolean | undefined }

/** Only requests with details are returned in pages. */
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
