import { Turns } from './turns.js'

/**
 * Work on many items that stops now and then, so that other work can be let through. Each `yield` is such a place; a
 * slice, which lies between two of them, takes some ms at most.
 */
export type Steps<T> = Generator<undefined, T>

/** Items that are looked at in one slice: some ms of work. */
export const SLICE_ITEMS = 2000

/** How much of a slice is left: given on where one piece of work looks at several lists. */
export class Slice {
  #left = SLICE_ITEMS

  /** Counts some items, and tells whether the slice is full: it is for the caller to yield then. */
  spend(items = 1): boolean {
    this.#left -= items
    if (this.#left > 0) return false
    this.#left = SLICE_ITEMS
    return true
  }

  /** Counts some items, and ends the slice where it is full. */
  *take(items = 1): Steps<void> {
    if (this.spend(items)) yield
  }

  /** Shows every item, each of which counts as so many. */
  *each<T>(items: Iterable<T>, visit: (item: T) => void, itemsEach = 1): Steps<void> {
    for (const item of items) {
      visit(item)
      if (this.spend(itemsEach)) yield
    }
  }

  /** Makes something of every item, each of which counts as so many. */
  *map<T, U>(items: Iterable<T>, make: (item: T) => U, itemsEach: number): Steps<U[]> {
    const made: U[] = []
    for (const item of items) {
      made.push(make(item))
      if (this.spend(itemsEach)) yield
    }
    return made
  }
}

/** Does the work in one go, for a caller who keeps nobody waiting. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Does the work slice by slice, and lets other work through in between. One slice alone gives its result at once.
 *
 * @param stopping ends the work between two slices
 * @throws the signal's reason
 */
export function inTurns<T>(steps: Steps<T>, stopping?: AbortSignal): T | Promise<T> {
  const first = steps.next()
  return first.done === true ? first.value : theRest(steps, stopping)
}

async function theRest<T>(steps: Steps<T>, stopping: AbortSignal | undefined): Promise<T> {
  for (let turns = 1; ; turns++) {
    await othersTurn(turns)
    stopping?.throwIfAborted()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const turns = new Turns()

/**
 * Lets other work through, as `Turns` says.
 *
 * @param had how many turns this work had so far
 */
export const othersTurn = (had?: number): Promise<void> => turns.next(had)

/**
 * Loads a module, which may take many ms, and lets other work through before it is used.
 *
 * @example
 * const { GAPS } = await inItsTurn(() => import('./table.js'))
 */
export async function inItsTurn<Module>(load: () => Promise<Module>): Promise<Module> {
  const loaded = await load()
  await othersTurn()
  return loaded
}
