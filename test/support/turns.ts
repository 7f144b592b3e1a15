import type { Steps } from '../../src/core/steps.js'

/** How often the work lets others through. */
export function turnsOf(steps: Steps<unknown>): number {
  let turns = 0
  while (steps.next().done !== true) turns++
  return turns
}
