import type { Others, Trial } from '../trial.js'
import type { Undisturbed } from '../undisturbed.js'
import type { Approach, Boundary } from './boundary.js'
import { Comparison } from './comparison.js'

/** For each boundary that a request touched, runs in which that request arrives just before, at and just after it. */
export function edgeTrials(boundaries: readonly Boundary[], undisturbed: Undisturbed): Trial[] {
  return boundaries.flatMap((boundary) => [
    ...boundary.approaches.map((approach) => edgeTrial(boundary, approach, undisturbed)),
    ...boundary.controls.map((approach) => ({
      ...edgeTrial(boundary, approach, undisturbed),
      isControl: true,
    })),
  ])
}

function edgeTrial({ request, approaches }: Boundary, approach: Approach, undisturbed: Undisturbed): Trial {
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

/** Compares two runs far from the boundary, as far apart as two next to it. */
function controlOf(
  points: readonly string[],
  others: Others,
  undisturbed: Undisturbed,
): Comparison | undefined {
  const [here, there] = points.map((point) => others.get(point))
  return here === undefined || there === undefined ? undefined : new Comparison(here, there, undisturbed)
}
