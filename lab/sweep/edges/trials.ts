import type { RequestSummary } from 'tristore-emulator'
import type { RunResult } from '../one-run.js'
import type { Subjects } from '../requests.js'
import { differences, type StateDifference } from '../state/differences.js'
import type { Trial, TrialResults, Verdict } from '../trial.js'
import { type UndisturbedRun, valueTextOf } from '../undisturbed.js'
import type { Approach, Boundary } from './boundary.js'

/** For each boundary that a request met, creates runs in which it arrives just before, at, and just after it. */
export function edgeTrials(boundaries: readonly Boundary[], undisturbed: UndisturbedRun): Trial[] {
  return boundaries.flatMap((boundary) => [
    ...boundary.approaches.map((approach) => edgeTrial(boundary, approach, undisturbed)),
    ...boundary.controls.map((approach) => ({
      ...edgeTrial(boundary, approach, undisturbed),
      isControl: true,
    })),
  ])
}

function edgeTrial(
  { request, approaches }: Boundary,
  approach: Approach,
  undisturbed: UndisturbedRun,
): Trial {
  const { name, disturbance, movesMin, like, control = [] } = approach
  const pointOf = (other: string) => `${request.place} ${other}`
  const partner = approaches.find((one) => one.name === like)
  return {
    point: pointOf(name),
    kind: 'edge',
    cause: `${request.operation} ${name}`,
    shortNames: [`${request.place.replace(/#\d+$/, '')} ${name}`, `${request.operation} ${name}`],
    disturbance,
    comparedWith: partner === undefined ? [] : [partner.name, ...control].map(pointOf),
    judge: (result, others) => {
      if (result.moves < movesMin) return { outcome: 'not reached' }
      const other = partner === undefined ? undefined : others.get(pointOf(partner.name))
      if (partner === undefined || other === undefined || other.moves < movesMin) {
        return { outcome: 'survived' }
      }
      const far = controlOf(control.map(pointOf), others, undisturbed)
      return new Comparison(result, other, undisturbed).verdict(partner.name, far)
    },
  }
}

/** Compares two runs far from the boundary that are as far apart as two neighbouring runs at it. */
function controlOf(
  points: readonly string[],
  others: TrialResults,
  undisturbed: UndisturbedRun,
): Comparison | undefined {
  const [here, there] = points.map((point) => others.get(point))
  return here === undefined || there === undefined ? undefined : new Comparison(here, there, undisturbed)
}

/**
 * Compares two runs on the same side of a boundary, which should behave the same. If a request that both made was
 * answered differently, there's another boundary in between, and we can't say anything.
 */
class Comparison {
  readonly isSameEnd: boolean
  readonly differences: readonly StateDifference[]

  constructor(
    readonly result: RunResult,
    readonly other: RunResult,
    readonly undisturbed: UndisturbedRun,
  ) {
    this.isSameEnd = endOf(result, undisturbed) === endOf(other, undisturbed)
    const written = writtenIn([...result.requests, ...other.requests], undisturbed.subjects)
    this.differences = differences(other.state, result.state, undisturbed.noise).filter(
      (difference) => isRecord(difference) || written.has(entryOf(difference)),
    )
  }

  /** @param control shows the effect of the shift alone, which isn't a finding */
  verdict(partner: string, control: Comparison | undefined): Verdict {
    const { result, other, undisturbed } = this
    if (isAnsweredOtherwise(result, other, undisturbed)) return { outcome: 'survived' }
    if (!this.isSameEnd && control?.isSameEnd !== false) {
      const [here, there] = [result, other].map((one) => endOf(one, undisturbed))
      return {
        outcome: 'differs',
        reason: `${here}\nbut at ${partner}, where the service behaves the same: ${there}`,
      }
    }
    const usual = new Set(control?.differences.map(shapeOf))
    const found = this.differences.filter((difference) => !usual.has(shapeOf(difference)))
    if (found.length === 0) return { outcome: 'survived' }
    return {
      outcome: 'differs',
      reason: `from the run at ${partner}, where the service behaves the same`,
      differences: found,
    }
  }
}

/** Returns the entries and configs that requests wrote. Others may have expired between the two runs. */
const writtenIn = (requests: readonly RequestSummary[], subjects: Subjects): ReadonlySet<string> =>
  new Set(
    requests
      .filter(({ operation }) => operation !== null && /\.(put|delete)$/.test(operation))
      .map((request) => JSON.stringify(subjects.of(request).parts)),
  )

const isRecord = ({ collection }: StateDifference): boolean =>
  collection === 'projects' || collection === 'documents'

const entryOf = ({ collection, before, after }: StateDifference): string =>
  JSON.stringify([collection, JSON.parse(after ?? before ?? '{}').key])

/** Removes the numbers from a difference, because counters and times in keys or values vary between runs. */
const shapeOf = ({ collection, kind, before, after }: StateDifference): string =>
  JSON.stringify([collection, kind, (after ?? before ?? '').replace(/\d+/g, '0')])

/** Returns true if a request that both runs made, with the same token, was answered differently. */
function isAnsweredOtherwise(
  result: RunResult,
  other: RunResult,
  { common, subjects }: UndisturbedRun,
): boolean {
  const places = subjects.placesOf(other.requests, common)
  const others = new Map(other.requests.map((request, index) => [places[index]?.place, request]))
  return subjects.placesOf(result.requests, common).some(({ place }, index) => {
    const here = result.requests[index]
    const there = others.get(place)
    if (here === undefined || there === undefined) return false
    const isSame = result.tokens.get(here.id) === other.tokens.get(there.id)
    return isSame && (there.status !== here.status || there.outcome !== here.outcome)
  })
}

/** Describes how a run ended. All failures are treated alike, because their messages contain ids, ports and times. */
function endOf({ ended }: RunResult, { valueText }: UndisturbedRun): string {
  if (!('value' in ended)) return ended.error === undefined ? "didn't finish" : 'failed'
  return valueText === undefined ? 'resolved' : `resolved with ${valueTextOf(ended.value)}`
}
