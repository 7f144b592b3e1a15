import type { Steps } from '../../src/core/steps.js'

/** Does the work without letting anything through. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** How often the work lets others through. */
export function turnsOf(steps: Steps<unknown>): number {
  let turns = 0
  while (steps.next().done !== true) turns++
  return turns
}
