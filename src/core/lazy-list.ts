import type { Steps } from './steps.js'

/** Stands where the next item takes more work, so that others may be let through. */
export const PENDING = Symbol('pending')

/** A list whose items are made when they are asked for, anew each time: no more than one needs to be there. */
export class LazyList<T> implements Iterable<T> {
  constructor(private readonly items: () => Iterable<T | typeof PENDING>) {}

  *[Symbol.iterator](): Iterator<T> {
    for (const item of this.items()) if (item !== PENDING) yield item
  }

  /** The items of a list, and PENDING wherever work on one can be left for a while. */
  static inSteps<T>(list: Iterable<T>): Iterable<T | typeof PENDING> {
    return list instanceof LazyList ? list.items() : list
  }

  static map<T, U>(items: Iterable<T>, make: (item: T) => U): LazyList<U> {
    return new LazyList(function* () {
      for (const item of LazyList.inSteps(items)) yield item === PENDING ? PENDING : make(item)
    })
  }
}

/** Does the work of an item slice by slice, in a list that is made as it is asked for. */
export function* pendingWhile<T>(steps: Steps<T>): Generator<typeof PENDING, T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield PENDING
  }
}
