/** A list whose items are made when they are asked for, each time again. */
export class LazyList<T> implements Iterable<T> {
  constructor(private readonly items: () => Iterable<T>) {}

  [Symbol.iterator](): Iterator<T> {
    return this.items()[Symbol.iterator]()
  }

  static map<T, U>(items: Iterable<T>, make: (item: T) => U): LazyList<U> {
    return new LazyList(function* () {
      for (const item of items) yield make(item)
    })
  }
}
