import { callerOf } from '../../../conformance/model/access.js'
import { type Operate, operate, refusal, STORE_OPERATIONS } from '../../../conformance/model/answer.js'
import {
  type CallContext,
  type ModelAnswer,
  type ModelCall,
  Refused,
} from '../../../conformance/model/call.js'
import type { ModelState } from '../../../conformance/model/state.js'
import * as database from './database.js'
import { type Strike, strikeOf } from './faults.js'

export interface ModelOutcome {
  /** Undefined if the connection breaks. */
  readonly answer: ModelAnswer | undefined
  /** Id of the fault that applied. */
  readonly fault: string | undefined
  readonly caller: string | null
}

export function answer(state: ModelState, call: ModelCall, around: CallContext): ModelOutcome {
  const caller = callerOf(state, call, around)
  const strike = strikeOf(state, call, caller)
  if (strike === 'malformed') {
    return { answer: refusal(state, call, new Refused(400)), fault: undefined, caller }
  }
  if (strike === undefined)
    return { answer: operate(state, call, around, OPERATIONS), fault: undefined, caller }
  if (strike.isAfter) operate(state, call, around, OPERATIONS)
  return { answer: struck(state, call, strike), fault: strike.id, caller }
}

/** By operation. A test checks that it's complete (see contract/operations.ts). */
export const OPERATIONS: ReadonlyMap<string, Operate> = new Map<string, Operate>([
  ...STORE_OPERATIONS,
  ['documents.list', (state, call, around) => database.list(state, call, 'documents', around)],
  ['documents.create', (state, call) => database.create(state, call, 'documents')],
  ['documents.get', (state, call) => database.get(state, call, 'documents')],
  ['projects.list', (state, call, around) => database.list(state, call, 'projects', around)],
  ['projects.create', (state, call) => database.create(state, call, 'projects')],
])

function struck(
  state: ModelState,
  call: ModelCall,
  { status, isBroken, retryAfter }: Strike,
): ModelAnswer | undefined {
  if (isBroken || status === undefined) return undefined
  return refusal(state, call, new Refused(status, undefined, retryAfter))
}
