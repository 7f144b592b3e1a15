/** What was found out of a long text when it was first made. */
interface Measures {
  /** In characters. */
  readonly length: number
  /** In UTF-8. */
  readonly byteLength: number
  readonly beginning: string
  /** The characters of its longest piece; left out where all pieces are in memory anyway. */
  readonly longest?: number
}

/** Text of any length. */
export type AnyText = string | LongText

/** All of a text as one string, which is made in one go. @throws RangeError where it is longer than a string can be */
export const wholeText = (text: AnyText): string =>
  typeof text === 'string' ? text : [...text.pieces()].join('')

/** The first so many characters of a text, or all of a shorter one. */
export const beginningOf = (text: AnyText, length: number): string =>
  (typeof text === 'string' ? text : text.beginning(length)).slice(0, length)

/** Text that may be longer than any string. Its pieces are there, or made anew each time that it is read. */
export class LongText {
  readonly length: number
  readonly byteLength: number
  /** The characters that are in memory while it is written piece by piece. */
  readonly longest: number
  readonly #beginning: string

  /** @param pieces gives the text, the same each time, in pieces that each take some ms */
  constructor(
    readonly pieces: () => Iterable<string>,
    { length, byteLength, beginning, longest = 0 }: Measures,
  ) {
    this.length = length
    this.byteLength = byteLength
    this.longest = longest
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
