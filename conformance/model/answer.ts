import { challengeOf } from './access.js'
import { ANY_TEXT, type CallContext, type ModelAnswer, type ModelCall, Refused } from './call.js'
import * as config from './config.js'
import * as kv from './kv.js'
import type { ModelState } from './state.js'

export type Operate = (state: ModelState, call: ModelCall, around: CallContext) => ModelAnswer

export const STORE_OPERATIONS: ReadonlyMap<string, Operate> = new Map<string, Operate>([
  ['kv.put', kv.put],
  ['kv.get', kv.get],
  ['kv.list', kv.list],
  ['kv.delete', kv.remove],
  ['usage.get', kv.usage],
  ['config.put', config.put],
  ['config.get', config.get],
  ['config.list', config.list],
  ['config.delete', config.remove],
])

/** May change the state. */
export function operate(
  state: ModelState,
  call: ModelCall,
  around: CallContext,
  operations = STORE_OPERATIONS,
): ModelAnswer {
  try {
    const operation = operations.get(call.operation ?? '')
    if (operation === undefined) throw notShown(state, call)
    return operation(state, call, around)
  } catch (error) {
    if (error instanceof Refused) return refusal(state, call, error)
    throw error
  }
}

/** The contract leaves open how other calls are answered. An unknown path has no methods, so it can't get a 405. */
function notShown({ profile }: ModelState, { allowed = [] }: ModelCall): Refused {
  const { notShown: status } = profile.http
  if (status === 405 && allowed.length === 0) return new Refused(404)
  return new Refused(status, status === 501 ? 'not_emulated' : undefined)
}

const HAVE_QUOTA: readonly string[] = ['kv.put', 'kv.get', 'kv.list']

/** Formats an error the way its service does (docs/CONTRACT.md section E; docs/gaps.md, errors.shape). */
export function refusal(
  { profile }: ModelState,
  call: ModelCall,
  { status, code: own, retryAfter }: Refused,
): ModelAnswer {
  const code = own ?? codeOf(profile, call, status)
  const challenge = status === 401 && profile.auth.challenge ? challengeOf(call) : undefined
  return {
    status,
    json: errorBody(profile, call, code),
    retryAfter,
    isError: true,
    ...(challenge === undefined ? {} : { challenge }),
    ...(status === 405 ? { allow: (call.allowed ?? []).join(', ') } : {}),
  }
}

function errorBody(
  { errors }: ModelState['profile'],
  { service: api }: ModelCall,
  code: string | symbol | undefined,
): object {
  const message = ANY_TEXT
  if (api === 'documents') return { error: code, message }
  if (errors.shape === 'nested') return { ok: false, error: { code, message } }
  return errors.shape === 'code' ? { ok: false, code, message } : { ok: false, error: code, message }
}

function codeOf(
  { errors, database: { codes } }: ModelState['profile'],
  call: ModelCall,
  status: number,
): string | symbol | undefined {
  if (call.service === 'documents') {
    if (status === 400) return 'invalid_request'
    if (status === 404) return 'not_found'
    return codes[status] ?? (status >= 500 ? codes['5xx'] : undefined) ?? ANY_TEXT
  }
  if (call.service === 'kv' && status === 429) {
    return HAVE_QUOTA.includes(call.operation ?? '') ? 'monthly_quota_exceeded' : ANY_TEXT
  }
  // An invalid request has the same code for both of its statuses.
  const code = errors.codes[status >= 500 ? '5xx' : status === 422 ? 400 : status]
  // If it's undefined, the model doesn't know the code. If it's null, the body has none.
  return code === null ? undefined : (code ?? ANY_TEXT)
}
