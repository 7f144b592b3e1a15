import { judgedByState } from './fault-trials.js'
import { otherValues } from './gap-values.js'
import type { Trial } from './trial.js'
import type { Undisturbed } from './undisturbed.js'

/** For each gap that an answer of the undisturbed run leaned on, a run under each other value that it can take. */
export function gapTrials(undisturbed: Undisturbed): Trial[] {
  return undisturbed.gaps.flatMap(({ option }) =>
    otherValues(option, undisturbed.profile).map(
      ({ name, patch }): Trial => ({
        point: `gap ${name}`,
        kind: 'gap',
        shortNames: [`gap ${option}`],
        disturbance: { prepare: (world) => world.profile.patch(patch) },
        judge: (result) => judgedByState(result, undisturbed),
      }),
    ),
  )
}
