import { judgedByState } from './fault-trials.js'
import { otherValues } from './gap-values.js'
import type { Disturbance } from './one-run.js'
import type { Trial } from './trial.js'
import type { Undisturbed } from './undisturbed.js'

/** Runs with answers that are varied in what no option decides: the order of lists and of members, unknown members. */
const GREASES = [1, 2, 3]

/**
 * For each gap that an answer of the undisturbed run used, a run under each other value that it can take; and some
 * under grease.
 */
export function gapTrials(undisturbed: Undisturbed): Trial[] {
  const trial = (name: string, shortName: string, disturbance: Disturbance): Trial => ({
    point: `gap ${name}`,
    kind: 'gap',
    cause: 'gap',
    shortNames: [`gap ${shortName}`],
    disturbance,
    judge: (result) => judgedByState(result, undisturbed),
  })
  const options = undisturbed.gaps.flatMap(({ option }) =>
    otherValues(option, undisturbed.profile).map(({ name, patch }) =>
      trial(name, option, { prepare: (world) => world.profile.patch(patch) }),
    ),
  )
  return [...options, ...GREASES.map((grease) => trial(`grease=${grease}`, 'grease', { grease }))]
}
