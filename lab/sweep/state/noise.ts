/** Matches every item in a collection, or every field of an item. */
export const ANY = '*'

/** The fields of final states that vary between runs even without a disturbance. */
export class Noise {
  readonly #hidden = new Set<string>()

  hides(collection: string, label: string, field: string): boolean {
    if (this.#hidden.size === 0) return false
    return [label, ANY].some((item) => this.#hidden.has(nameOf(collection, item, field)))
  }

  hidesAll(collection: string): boolean {
    return this.#hidden.has(nameOf(collection, ANY, ANY))
  }

  hide(collection: string, label: string, field: string): void {
    this.#hidden.add(nameOf(collection, label, field))
  }
}

const nameOf = (...parts: string[]): string => JSON.stringify(parts)
