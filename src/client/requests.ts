import type { RequestDetails, RequestSummary } from '../admin/request-json.js'
import { type AdminInterface, at } from './admin-client.js'
import { type Instant, instantText } from './clock.js'
import type { OperationGlob } from './fault-object.js'

/** A class of statuses. */
type StatusClass = '2xx' | '3xx' | '4xx' | '5xx'

/**
 * A filter of the journal: a request passes when it matches every given field.
 *
 * @example
 * const refused = await emulator.requests({ operation: 'kv.*', status: '4xx' })
 */
export interface RequestFilter {
  /** A glob over operations: "kv.*". */
  readonly operation?: OperationGlob
  /** The HTTP method. */
  readonly method?: string
  /** A glob over the path without its query: "/v1/kv/**". */
  readonly path?: string
  /** A status, or a class such as "4xx". */
  readonly status?: number | StatusClass | (string & {})
  /** An API key as it was sent, or a token's owner. */
  readonly credential?: string
  /** "ok", or the code of the refusal, such as "entry_missing". */
  readonly outcome?: string
  /** The id of the fault that struck. */
  readonly fault?: string
  /** From an instant of virtual time on, or after the request with this id. */
  readonly since?: Instant
  /** The most requests to give. */
  readonly limit?: number
}

/** The journal of a world. */
export interface RequestsClient {
  /** The requests that pass the filter, newest first. */
  requests(filter?: RequestFilter): Promise<RequestSummary[]>
  /** One request with headers, bodies, and the reasons of its answer. */
  request(id: string): Promise<RequestDetails>
}

/** The journal over the admin interface. */
export function requestsClient(admin: AdminInterface): RequestsClient {
  return {
    async requests({ since, ...filter } = {}) {
      const query = { ...filter, since: since === undefined ? undefined : instantText(since) }
      return (await admin.get<{ requests: RequestSummary[] }>('/requests', query)).requests
    },
    request: (id) => admin.get(at`/requests/${id}`),
  }
}
