import { callerOf, challengeOf } from './access.js'
import { ANY_TEXT, type ModelAnswer, type ModelCall, Refused, type Surroundings } from './call.js'
import * as config from './config.js'
import * as database from './database.js'
import { type Strike, strikeOf } from './faults.js'
import * as kv from './kv.js'
import type { ModelState } from './state.js'

/** The outcome of a call. */
export interface ModelOutcome {
  /** Undefined if the connection breaks. */
  readonly answer: ModelAnswer | undefined
  /** The id of the fault that struck. */
  readonly fault: string | undefined
  readonly caller: string | null
}

/** Answers a call, and changes the state as it says. */
export function answer(state: ModelState, call: ModelCall, around: Surroundings): ModelOutcome {
  const caller = callerOf(state, call, around)
  const strike = strikeOf(state, call, caller)
  if (strike === 'malformed') {
    return { answer: refusal(state, call, new Refused(400)), fault: undefined, caller }
  }
  if (strike === undefined) return { answer: operate(state, call, around), fault: undefined, caller }
  if (strike.isAfter) operate(state, call, around)
  return { answer: struck(state, call, strike), fault: strike.id, caller }
}

function operate(state: ModelState, call: ModelCall, around: Surroundings): ModelAnswer {
  try {
    return operation(state, call, around)
  } catch (error) {
    if (error instanceof Refused) return refusal(state, call, error)
    throw error
  }
}

type Operate = (state: ModelState, call: ModelCall, around: Surroundings) => ModelAnswer

/** What answers each operation of the contract; a test holds it to contract/operations.ts. */
export const OPERATIONS: ReadonlyMap<string, Operate> = new Map<string, Operate>([
  ['kv.put', kv.put],
  ['kv.get', kv.get],
  ['kv.list', kv.list],
  ['kv.delete', kv.remove],
  ['usage.get', kv.usage],
  ['config.put', config.put],
  ['config.get', config.get],
  ['config.list', config.list],
  ['config.delete', config.remove],
  ['documents.list', (state, call, around) => database.list(state, call, 'documents', around)],
  ['documents.create', (state, call) => database.create(state, call, 'documents')],
  ['documents.get', (state, call) => database.get(state, call, 'documents')],
  ['projects.list', (state, call, around) => database.list(state, call, 'projects', around)],
  ['projects.create', (state, call) => database.create(state, call, 'projects')],
])

function operation(state: ModelState, call: ModelCall, around: Surroundings): ModelAnswer {
  const operate = OPERATIONS.get(call.operation ?? '')
  if (operate === undefined) throw notShown(state, call)
  return operate(state, call, around)
}

/** What the contract does not show; an unknown path knows no method, so nothing there is a matter of the method. */
function notShown({ profile }: ModelState, { allowed = [] }: ModelCall): Refused {
  const { notShown: status } = profile.http
  if (status === 405 && allowed.length === 0) return new Refused(404)
  return new Refused(status, status === 501 ? 'not_emulated' : undefined)
}

function struck(
  state: ModelState,
  call: ModelCall,
  { status, isBroken, retryAfter }: Strike,
): ModelAnswer | undefined {
  if (isBroken || status === undefined) return undefined
  return refusal(state, call, new Refused(status, undefined, retryAfter))
}

const HAVE_QUOTA: readonly string[] = ['kv.put', 'kv.get', 'kv.list']

/** An error in the shape of its interface (docs/CONTRACT.md section E; docs/DESIGN.md section 6, errors.shape). */
function refusal(
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
  { interface: api }: ModelCall,
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
  if (call.interface === 'documents') {
    if (status === 400) return 'invalid_request'
    if (status === 404) return 'not_found'
    return codes[status] ?? (status >= 500 ? codes['5xx'] : undefined) ?? ANY_TEXT
  }
  if (call.interface === 'kv' && status === 429) {
    return HAVE_QUOTA.includes(call.operation ?? '') ? 'monthly_quota_exceeded' : ANY_TEXT
  }
  // What is invalid has one code, whichever of its two statuses it has.
  const code = errors.codes[status >= 500 ? '5xx' : status === 422 ? 400 : status]
  // undefined: the model does not know it; null: there is none.
  return code === null ? undefined : (code ?? ANY_TEXT)
}
