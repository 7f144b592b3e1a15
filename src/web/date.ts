/** The Date header of a clock, made once a second of it. */
export class DateHeader {
  #second = -1
  #text = ''

  /** @param now ms */
  at(now: number): string {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#text = new Date(second * 1000).toUTCString()
    }
    return this.#text
  }
}
