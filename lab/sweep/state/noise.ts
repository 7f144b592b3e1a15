/** Matches every item of a collection, or for every field of one. */
export const ANY = '*'

/** The fields of final states that vary by themselves. */
export class Noise {
  readonly #hidden = new Set<string>()

  /** Whether a field of an item is left out of comparisons. */
  hides(collection: string, label: string, field: string): boolean {
    if (this.#hidden.size === 0) return false
    return [label, ANY].some((item) => this.#hidden.has(nameOf(collection, item, field)))
  }

  /** Whether a collection varies too much to compare it. */
  hidesAll(collection: string): boolean {
    return this.#hidden.has(nameOf(collection, ANY, ANY))
  }

  hide(collection: string, label: string, field: string): void {
    this.#hidden.add(nameOf(collection, label, field))
  }
}

const nameOf = (...parts: string[]): string => JSON.stringify(parts)
