import { callerOf } from '../../conformance/model/access.js'
import type { CallContext, ModelCall } from '../../conformance/model/call.js'
import type { ModelFault, ModelState } from '../../conformance/model/state.js'
import { strikeOf } from './model/faults.js'

/** Returns the states of the faults that match a call, up to the one that applies. */
export function faultSituations(state: ModelState, call: ModelCall, around: CallContext): readonly string[] {
  if (call.fault !== undefined) {
    return [strikeOf(state, call, null) === 'malformed' ? 'requested but malformed' : 'requested']
  }
  const caller = callerOf(state, call, around)
  const isFor = (fault: ModelFault): boolean =>
    strikeOf({ ...state, faults: [always(fault)] }, call, caller) !== undefined
  const met: string[] = []
  for (const fault of state.faults.filter(isFor)) {
    const idle = idleness(state, fault)
    met.push(idle ?? striking(fault))
    if (idle === undefined) break
  }
  return met.length === 0 ? ['none'] : [...new Set(met)]
}

function always({ id, spec: { match } }: ModelFault): ModelFault {
  const spec = { status: 503, ...(match === undefined ? {} : { match }) }
  return { id, spec, from: undefined, until: undefined, enabled: true, matches: 0, hits: 0 }
}

/** Returns why a fault doesn't apply to a call that it matches, or undefined if it does. */
function idleness({ clock: { now } }: ModelState, fault: ModelFault): string | undefined {
  const { spec, from, until, enabled, matches, hits } = fault
  if (!enabled) return 'disabled'
  if (from !== undefined && now < from) return 'before its window'
  if (until !== undefined && now >= until) return 'after its window'
  if (matches + 1 <= (spec.after ?? 0)) return 'not due yet'
  if (spec.times !== undefined && hits >= spec.times) return 'used up'
  return spec.probability === 0 ? 'left to chance' : undefined
}

function striking({ spec }: ModelFault): string {
  if (spec.connection !== undefined) return 'breaks the connection'
  return spec.effect === 'after' ? 'refuses after' : 'refuses before'
}
