/** What was found out of a long text when it was first made. */
interface Measures {
  /** In characters. */
  readonly length: number
  /** In UTF-8. */
  readonly byteLength: number
  readonly beginning: string
}

/** Text that may be longer than any string: its pieces are made anew each time that it is read. */
export class LongText {
  readonly length: number
  readonly byteLength: number
  readonly #beginning: string

  /** @param pieces makes the text, the same each time, in pieces that each take some ms */
  constructor(
    readonly pieces: () => Iterable<string>,
    { length, byteLength, beginning }: Measures,
  ) {
    this.length = length
    this.byteLength = byteLength
    this.#beginning = beginning
  }

  /** Its first characters, or a few more. */
  beginning(length: number): string {
    if (length <= this.#beginning.length) return this.#beginning.slice(0, length)
    let text = ''
    for (const piece of this.pieces()) {
      text += piece
      if (text.length >= length) break
    }
    return text
  }
}
