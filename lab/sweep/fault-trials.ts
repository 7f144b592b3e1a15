import type { RunResult } from './one-run.js'
import { type NamedFault, SWEPT_FAULT } from './options.js'
import type { RunRequest } from './requests.js'
import { earlyRetryText } from './retry-after.js'
import { differences } from './state/differences.js'
import type { Trial, Verdict } from './trial.js'
import type { UndisturbedRun } from './undisturbed.js'

/** For each fault and each request of the undisturbed run, creates a run in which only that request meets the fault. */
export function faultTrials(undisturbed: UndisturbedRun, faults: readonly NamedFault[]): Trial[] {
  return faults.flatMap((fault) =>
    undisturbed.requests.map((request) => faultTrial(request, fault, undisturbed)),
  )
}

function faultTrial(
  { place, operation, occurrence, match }: RunRequest,
  { name, ...effect }: NamedFault,
  undisturbed: UndisturbedRun,
): Trial {
  const fault = { ...effect, id: SWEPT_FAULT, match, after: occurrence - 1, times: 1 }
  return {
    point: `${place} ${name}`,
    kind: 'fault',
    cause: `${operation} ${name}`,
    shortNames: [`${place.replace(/#\d+$/, '')} ${name}`, `${operation} ${name}`],
    disturbance: { prepare: (world) => world.faults.add(fault) },
    judge(result) {
      const isReached = result.requests.some(({ fault: fired }) => fired === SWEPT_FAULT)
      const verdict = judgedByState(result, undisturbed)
      if (verdict.outcome !== 'survived') return verdict
      if (!isReached) return { outcome: 'not reached' }
      const early = result.retry === undefined ? undefined : earlyRetryText(result.retry)
      return early === undefined ? verdict : { outcome: 'failed', reason: early }
    },
  }
}

/** Expects the run to resolve and to leave the same state as the undisturbed run. */
export function judgedByState({ ended, state }: RunResult, undisturbed: UndisturbedRun): Verdict {
  if (!('value' in ended)) return { outcome: 'failed', reason: ended.error?.message ?? "didn't finish" }
  const found = differences(undisturbed.state, state, undisturbed.noise)
  return found.length === 0 ? { outcome: 'survived' } : { outcome: 'differs', differences: found }
}
