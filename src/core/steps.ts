import { setImmediate } from 'node:timers'

/**
 * Work on many items that stops now and then, so that other work can be let through. Each `yield` is such a place; a
 * slice, which lies between two of them, takes some ms at most.
 */
export type Steps<T> = Generator<undefined, T>

/** Items that are looked at in one slice: some ms of work. */
export const SLICE_ITEMS = 2000

/** How much of a slice is left: given on where one piece of work looks at several lists. */
export class Slice {
  #left = SLICE_ITEMS;

  /** Counts some items, and ends the slice where it is full. */
  *take(items = 1): Steps<void> {
    this.#left -= items
    if (this.#left > 0) return
    this.#left = SLICE_ITEMS
    yield
  }

  /** Shows every item. */
  *each<T>(items: Iterable<T>, visit: (item: T) => void): Steps<void> {
    for (const item of items) {
      visit(item)
      this.#left--
      if (this.#left <= 0) yield* this.take(0)
    }
  }
}

/** Does the work slice by slice, and lets other work through in between. One slice alone gives its result at once. */
export function inTurns<T>(steps: Steps<T>): T | Promise<T> {
  const first = steps.next()
  return first.done === true ? first.value : theRest(steps)
}

async function theRest<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await othersTurn()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Lets other work through. The timer is Node's own, whatever a test in the same process makes of the global one. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
