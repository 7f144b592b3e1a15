/** Does pieces of work one after another, in the order in which they were given, whatever becomes of each. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve()

  /** Begins once all that was given before is done. @throws what the work throws */
  do<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
