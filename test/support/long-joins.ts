import { vi } from 'vitest'
import type { Steps } from '../../src/core/steps.js'

/** Lets a test see where texts of more than so many characters are put together. */
export function watchLongJoins(longerThan: number) {
  const { join } = Array.prototype
  let joined = 0
  vi.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], separator) {
    const text = join.call(this, separator)
    if (text.length > longerThan) joined++
    return text
  })
  return {
    /** How many there were so far. */
    count: () => joined,
    /** How many there are in each turn of the work. */
    byTurn(steps: Steps<unknown>): number[] {
      const counts: number[] = []
      for (let isOver = false; !isOver; ) {
        const before = joined
        isOver = steps.next().done === true
        counts.push(joined - before)
      }
      return counts
    },
  }
}
