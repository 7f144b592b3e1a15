/** Numbers that come in at one end and go at the other, without an object for each. */
export class NumberQueue {
  #numbers = new Float64Array(64)
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
    this.#numbers = new Float64Array(64)
    this.#first = 0
    this.#length = 0
  }

  /** Its places are a power of two in number. */
  #placeOf(index: number): number {
    return (this.#first + index) & (this.#numbers.length - 1)
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#numbers.length)
    for (let index = 0; index < this.#length; index++) larger[index] = this.at(index)
    this.#numbers = larger
    this.#first = 0
  }
}
