import { isTooManyFiles } from './too-many-files.js'

/** Reasons why a service may refuse a request. See `domain/refusals` for their statuses, messages and fixes. */
export type ServiceRefusalCode =
  // credentials (docs/CONTRACT.md K)
  | 'credential_missing'
  | 'credential_invalid'
  | 'credential_foreign'
  | 'scoped_key_not_accepted'
  | 'scope_insufficient'
  | 'owner_mismatch'
  // resources
  | 'resource_missing'
  | 'entry_missing'
  | 'record_missing'
  | 'record_out_of_scope'
  | 'collection_out_of_scope'
  // quotas and rates (docs/CONTRACT.md L)
  | 'monthly_quota_exceeded'
  | 'namespace_storage_quota_exceeded'
  | 'rate_limited'
  // the request
  | 'body_malformed'
  | 'body_invalid'
  | 'parameter_invalid'
  | 'record_id_invalid'
  | 'too_large'
  | 'key_refused'
  | 'media_type_unsupported'
  | 'invalid_request'
  // requests outside the contract
  | 'not_emulated'
  | 'conflict'
  // the bound on memory
  | 'out_of_memory'
  // a defect of the emulator
  | 'internal_error'

export type AdminRefusalCode =
  | 'invalid_request'
  | 'invalid_seed'
  | 'invalid_profile'
  | 'not_found'
  | 'method_not_allowed'
  | 'clock_backwards'
  | 'nothing_ahead'
  | 'nothing_to_undo'
  | 'too_old'
  | 'too_large'
  | 'forbidden_origin'
  | 'forbidden_host'
  | 'unauthorized'
  | 'conflict'
  | 'out_of_memory'
  | 'internal_error'

export type RefusalCode = ServiceRefusalCode | AdminRefusalCode

export interface RefusalDetails {
  readonly hint?: string
  /** Until the same call can succeed. */
  readonly retryAfterSeconds?: number
  readonly allow?: readonly string[]
  /** An unexpected error. The response only contains its text. */
  readonly defect?: unknown
}

/**
 * Thrown by the domain and by request readers to refuse a request, and caught in a single place, where responses are
 * written. It isn't an `Error`, since refusals are perfectly normal and a stack trace would cost more than the
 * operation itself.
 */
export class Refusal {
  constructor(
    readonly code: RefusalCode,
    /** One sentence for the user. */
    readonly reason: string,
    readonly details: RefusalDetails = {},
  ) {}
}

/** Treats an unknown error as a bug in the emulator. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isTooManyFiles(error)) {
    return new Refusal('internal_error', 'too many files are open', {
      hint: 'raise `ulimit -n`, and try again',
      defect: error,
    })
  }
  if (isTooLongText(error)) {
    return new Refusal('too_large', 'the response would exceed 512 MB, the limit of a string in Node', {
      hint: 'ask for less at once, such as a page of an admin list (?limit=10) or one record',
    })
  }
  return new Refusal('internal_error', `a defect of the emulator: ${error}`, { defect: error })
}

const isTooLongText = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Invalid string length'
