import type { AdminRefusalCode, RefusalCode } from '../core/refusal.js'

/** The HTTP status of every refusal of the admin interface: the one place that decides it. */
const STATUSES: Readonly<Record<AdminRefusalCode, number>> = {
  invalid_request: 400,
  invalid_seed: 400,
  invalid_profile: 400,
  not_found: 404,
  method_not_allowed: 405,
  clock_backwards: 409,
  nothing_ahead: 409,
  nothing_to_undo: 409,
  too_old: 410,
  too_large: 413,
  forbidden_origin: 403,
  forbidden_host: 403,
  unauthorized: 401,
  conflict: 409,
  out_of_memory: 503,
  internal_error: 500,
}

/** The status that an admin call is refused with. A code of the services is a mistake of the call, too: 400. */
export const statusOf = (code: RefusalCode): number =>
  code in STATUSES ? STATUSES[code as AdminRefusalCode] : STATUSES.invalid_request
