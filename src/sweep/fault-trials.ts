import type { RunResult } from './one-run.js'
import type { NamedFault } from './options.js'
import type { PlacedRequest } from './requests.js'
import { differences } from './state/differences.js'
import type { Trial, Verdict } from './trial.js'
import type { Undisturbed } from './undisturbed.js'

const FAULT_ID = 'sweep'

/** For each request of the undisturbed run and each fault, a run in which just that request meets that fault. */
export function faultTrials(undisturbed: Undisturbed, faults: readonly NamedFault[]): Trial[] {
  return undisturbed.requests.flatMap((request) =>
    faults.map((fault) => faultTrial(request, fault, undisturbed)),
  )
}

function faultTrial(
  { place, operation, occurrence, match }: PlacedRequest,
  { name, ...effect }: NamedFault,
  undisturbed: Undisturbed,
): Trial {
  const fault = { ...effect, id: FAULT_ID, match, after: occurrence - 1, times: 1 }
  return {
    point: `${place} ${name}`,
    kind: 'fault',
    shortNames: [`${place.replace(/#\d+$/, '')} ${name}`, `${operation} ${name}`],
    disturbance: { prepare: (world) => world.faults.add(fault) },
    judge(result) {
      const isReached = result.requests.some(({ fault: fired }) => fired === FAULT_ID)
      const verdict = heldToRetryAfter(judgedByState(result, undisturbed), result)
      return verdict.outcome === 'survived' && !isReached ? { outcome: 'not reached' } : verdict
    },
  }
}

/** A client that does not wait out Retry-After is refused again by a service that keeps its word. */
function heldToRetryAfter(verdict: Verdict, { earlyRetries: [early] }: RunResult): Verdict {
  return verdict.outcome !== 'survived' || early === undefined
    ? verdict
    : { outcome: 'failed', reason: early }
}

/** Holds a run to two things: it resolves, and it leaves what the undisturbed one leaves. */
export function judgedByState({ ended, state }: RunResult, undisturbed: Undisturbed): Verdict {
  if (!('value' in ended)) return { outcome: 'failed', reason: ended.error?.message ?? 'did not end' }
  const found = differences(undisturbed.state, state, undisturbed.noise)
  return found.length === 0 ? { outcome: 'survived' } : { outcome: 'differs', differences: found }
}
