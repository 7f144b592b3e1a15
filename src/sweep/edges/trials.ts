import type { RunResult } from '../one-run.js'
import { placeNames } from '../requests.js'
import { differences } from '../state/differences.js'
import type { Trial, Verdict } from '../trial.js'
import { type Undisturbed, valueTextOf } from '../undisturbed.js'
import type { Approach, Boundary } from './boundary.js'

/** For each boundary that a request touched, runs in which that request arrives just before, at and just after it. */
export function edgeTrials(boundaries: readonly Boundary[], undisturbed: Undisturbed): Trial[] {
  return boundaries.flatMap(({ request, approaches }) =>
    approaches.map(({ name, disturbance, movesMin, like }): Trial => {
      const point = `${request.place} ${name}`
      const partner = approaches.find((one) => one.name === like)
      return {
        point,
        kind: 'edge',
        shortNames: [`${request.place.replace(/#\d+$/, '')} ${name}`, `${request.operation} ${name}`],
        disturbance,
        ...(partner === undefined ? {} : { comparedWith: `${request.place} ${partner.name}` }),
        judge: (result, other) => {
          if (result.moves < movesMin) return { outcome: 'not reached' }
          return partner === undefined || other === undefined || other.moves < movesMin
            ? { outcome: 'survived' }
            : compared(result, other, partner, undisturbed)
        },
      }
    }),
  )
}

/**
 * The service changes at the boundary alone, so two runs on the same side of it come out alike. Where a request that
 * both made was answered otherwise, another boundary lies between: then nothing can be told.
 */
function compared(
  result: RunResult,
  other: RunResult,
  { name }: Approach,
  undisturbed: Undisturbed,
): Verdict {
  if (isAnsweredOtherwise(result, other)) return { outcome: 'survived' }
  const here = endOf(result, undisturbed)
  const there = endOf(other, undisturbed)
  if (here !== there) {
    return { outcome: 'differs', reason: `${here}\nbut at ${name}, where the service is the same: ${there}` }
  }
  const found = differences(other.state, result.state, undisturbed.noise)
  if (found.length === 0) return { outcome: 'survived' }
  return {
    outcome: 'differs',
    reason: `from the run at ${name}, where the service is the same`,
    differences: found,
  }
}

/** Whether a request that both runs made, with the same token, has two answers. */
function isAnsweredOtherwise(result: RunResult, other: RunResult): boolean {
  const places = placeNames(other.requests)
  const others = new Map(other.requests.map((request, index) => [places[index]?.place, request]))
  return placeNames(result.requests).some(({ place }, index) => {
    const here = result.requests[index]
    const there = others.get(place)
    if (here === undefined || there === undefined) return false
    const isSame = result.tokens.get(here.id) === other.tokens.get(there.id)
    return isSame && (there.status !== here.status || there.outcome !== here.outcome)
  })
}

/** How a run ended, as a text. Any two failures are alike: what they say has ids, ports and times in it. */
function endOf({ ended }: RunResult, { valueText }: Undisturbed): string {
  if (!('value' in ended)) return ended.error === undefined ? 'did not end' : 'failed'
  return valueText === undefined ? 'resolved' : `resolved with ${valueTextOf(ended.value)}`
}
