/** Text that may be longer than any string: its pieces are made anew each time that it is read. */
export class LongText {
  /**
   * @param pieces makes the text, the same each time, in pieces that each take some ms
   * @param length in characters
   * @param byteLength in UTF-8
   */
  constructor(
    readonly pieces: () => Iterable<string>,
    readonly length: number,
    readonly byteLength: number,
  ) {}

  /** Its first characters, or a few more. */
  beginning(length: number): string {
    let text = ''
    for (const piece of this.pieces()) {
      text += piece
      if (text.length >= length) break
    }
    return text
  }
}
