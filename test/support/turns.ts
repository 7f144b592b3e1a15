import { setImmediate } from 'node:timers'
import type { Steps } from '../../src/core/steps.js'

/** How often the work lets others through. */
export function turnsOf(steps: Steps<unknown>): number {
  let turns = 0
  while (steps.next().done !== true) turns++
  return turns
}

/** How often the loop comes round, so that others are let through, while the work is under way. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  await work
  return turns
}
