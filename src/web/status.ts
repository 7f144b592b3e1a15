import type { RefusalCode } from '../core/refusal.js'
import type { Profile } from '../domain/profile.js'

/** The HTTP status of every refusal: the one place that decides it. Where the contract leaves it open, the profile does. */
const statuses: Record<RefusalCode, number | ((profile: Profile) => number)> = {
  credential_missing: 401,
  credential_invalid: 401,
  credential_foreign: (profile) => profile.auth.foreignKey,
  scoped_key_not_accepted: (profile) => (profile.kv.listWithScopedKey === 403 ? 403 : 401),
  scope_insufficient: 403,
  owner_mismatch: (profile) => profile.auth.notOwner,
  resource_missing: 404,
  entry_missing: 404,
  record_missing: 404,
  record_out_of_scope: (profile) => profile.database.scopedOut,
  collection_out_of_scope: 403,
  monthly_quota_exceeded: 429,
  namespace_storage_quota_exceeded: 403,
  rate_limited: 429,
  body_malformed: 400,
  body_invalid: 400,
  parameter_invalid: 400,
  record_id_invalid: (profile) => profile.database.documentIdInvalid,
  too_large: 413,
  media_type_unsupported: 415,
  not_emulated: (profile) => profile.http.notShown,
  invalid_request: 400,
  invalid_seed: 400,
  invalid_profile: 400,
  not_found: 404,
  clock_backwards: 409,
  nothing_ahead: 409,
  forbidden_origin: 403,
  forbidden_host: 403,
  unauthorized: 401,
  conflict: 409,
  internal_error: 500,
}

/** The status that a refusal is answered with. */
export function statusOf(code: RefusalCode, profile: Profile): number {
  const status = statuses[code]
  return typeof status === 'number' ? status : status(profile)
}
