/** Whatever has a number of its own, from 0 up. */
interface Numbered {
  readonly number: number
}

/** So many numbers share a part. */
const NUMBERS_A_PART = 4096
const BITS = 32

/**
 * What a count has looked at. Of what there may be hundreds of thousands the numbers are noted, in parts that never grow: a
 * Set of all would take tens of ms in one go each time that it doubles its room.
 */
export class Seen {
  readonly #few = new Set<unknown>()
  readonly #parts = new Map<number, Uint32Array>()

  /** Notes one of a few things; false where it was seen before. */
  add(held: unknown): boolean {
    if (this.#few.has(held)) return false
    this.#few.add(held)
    return true
  }

  /** Notes one of very many; false where it was seen before. */
  addNumbered({ number }: Numbered): boolean {
    const part = this.#partOf(number)
    const word = Math.floor((number % NUMBERS_A_PART) / BITS)
    const bit = 1 << (number % BITS)
    const noted = part[word] ?? 0
    part[word] = noted | bit
    return (noted & bit) === 0
  }

  #partOf(number: number): Uint32Array {
    const index = Math.floor(number / NUMBERS_A_PART)
    let part = this.#parts.get(index)
    if (part === undefined) {
      part = new Uint32Array(NUMBERS_A_PART / BITS)
      this.#parts.set(index, part)
    }
    return part
  }
}
