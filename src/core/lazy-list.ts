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

  /** Makes something of every item, in slices. */
  static mapInSteps<T, U>(items: Iterable<T>, make: (item: T) => Steps<U>): LazyList<U> {
    return new LazyList(function* () {
      for (const item of items) {
        const steps = make(item)
        let step = steps.next()
        for (; step.done !== true; step = steps.next()) yield PENDING
        yield step.value
      }
    })
  }
}
