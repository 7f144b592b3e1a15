import type { OperationId } from '../contract/operations.js'
import type { Explanation } from '../journal/explain.js'
import { type AdminInterface, at } from './admin-client.js'
import { type Instant, instantText } from './clock.js'

/**
 * A filter of the journal: a request passes when it matches every given field.
 *
 * @example
 * const refused = await emulator.requests({ operation: 'kv.*', status: '4xx' })
 */
export interface RequestFilter {
  /** A glob over operations: "kv.*". */
  readonly operation?: string
  readonly method?: string
  /** A glob over the path without its query: "/v1/kv/**". */
  readonly path?: string
  /** A status, or a class such as "4xx". */
  readonly status?: number | string
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

/**
 * A request to the services, and its outcome.
 *
 * @example
 * const [{ status, reason, absence }] = await emulator.requests({ limit: 1 })
 */
export interface RequestSummary {
  /** "r1", "r2", … */
  readonly id: string
  /** The virtual time of arrival, in ms. */
  readonly at: number
  readonly atIso: string
  /** null where the contract shows no such operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly path: string
  /** null where a fault left no answer. */
  readonly status: number | null
  /** "ok", the code of the refusal, or "fault" where a fault answered instead of the service. */
  readonly outcome: string
  /** Why it was refused. */
  readonly reason?: string
  /** Why the entry is not there: "expired at …", "deleted by …". */
  readonly absence?: string
  /** The id of the fault that struck. */
  readonly fault?: string
  /** The status of the answer that a fault replaced or lost. */
  readonly lostStatus?: number
  /** The API key as sent, or the token's owner. */
  readonly credential: string | null
  /** Real ms. */
  readonly durationMs: number
}

/** A body as the journal keeps it: `text` is only its beginning where it has fewer bytes than `bytes`. */
export interface KeptText {
  readonly text: string
  readonly bytes: number
}

/**
 * A request with all that the journal keeps of it.
 *
 * @example
 * const { explain, requestBody } = await emulator.request('r1')
 */
export interface RequestDetails extends RequestSummary {
  /** Path and query, as sent. */
  readonly target: string
  readonly requestHeaders: readonly (readonly [name: string, value: string])[]
  readonly responseHeaders: readonly (readonly [name: string, value: string])[]
  readonly requestBody?: KeptText
  readonly responseBody?: KeptText
  /** The bound that left out a body, or all but its beginning. */
  readonly bodies?: string
  /** Each gate in order, with its numbers, and the gaps of the contract that the answer depended on. */
  readonly explain: Explanation
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
