import { objectText } from '../../core/json/json-text.js'
import { COMMON_CODES, codeByStatus } from '../../request/errors.js'
import type { ServiceErrors } from '../../request/service.js'

const CODES: Readonly<Record<number, string>> = { ...COMMON_CODES, 404: 'not_found', 422: 'validation_error' }

const UNAUTHORIZED = 'The API key is missing or invalid.'
const FORBIDDEN = 'The API key does not allow access to this resource.'

/** In this service, errors always have a code (docs/CONTRACT.md E-9, E-10). */
export const documentErrors: ServiceErrors = {
  schema: 'DatabaseError',
  emptySuccess: '{}',
  body: (code, message) =>
    objectText([
      'error',
      code === undefined ? undefined : JSON.stringify(code),
      'message',
      JSON.stringify(message),
    ]),
  codeOf: (status, gaps) =>
    CODES[status] ?? codeByStatus(gaps.decide('database.codes'), status) ?? 'invalid_request',
  codes: {
    body_invalid: 'validation_error',
    body_malformed: 'invalid_request',
    parameter_invalid: 'invalid_request',
  },
  statuses: { body_invalid: (gaps) => gaps.decide('database.validationStatus') },
  messages: {
    credential_missing: UNAUTHORIZED,
    credential_invalid: UNAUTHORIZED,
    scoped_key_not_accepted: UNAUTHORIZED,
    scope_insufficient: FORBIDDEN,
    record_out_of_scope: FORBIDDEN,
    collection_out_of_scope: FORBIDDEN,
    404: 'The project or document does not exist.',
  },
}
