/** An instant (ms) as the Date header writes it. */
export const dateText = (now: number): string => new Date(now).toUTCString()

/** The Date header of a clock, made once a second of it. */
export class DateHeader {
  #second = -1
  #text = ''

  /** @param now ms */
  at(now: number): string {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#text = dateText(now)
    }
    return this.#text
  }
}
