/** Numbers that come in at one end and go at the other, without an object for each. */
export class NumberQueue {
  #numbers = NO_NUMBERS
  #first = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#grow()
    this.#numbers[this.#placeOf(this.#length)] = number
    this.#length++
  }

  /** The number at a place, the oldest being at 0; 0 where there is none. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[this.#placeOf(index)] ?? 0) : 0
  }

  set(index: number, number: number): void {
    this.#numbers[this.#placeOf(index)] = number
  }

  /** Takes the oldest number away. */
  shift(): number {
    const oldest = this.at(0)
    this.#first = this.#placeOf(1)
    this.#length--
    return oldest
  }

  clear(): void {
    this.#numbers = NO_NUMBERS
    this.#first = 0
    this.#length = 0
  }

  /** Its places are a power of two in number, or none at all. */
  #placeOf(index: number): number {
    return (this.#first + index) & (this.#numbers.length - 1)
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(64, 2 * this.#numbers.length))
    for (let index = 0; index < this.#length; index++) larger[index] = this.at(index)
    this.#numbers = larger
    this.#first = 0
  }
}

/** Most worlds of tests see few requests. */
const NO_NUMBERS = new Float64Array(0)
