import { firstLarger } from '../../core/forked-map.js'

/** A text in pieces, of which parts are read without putting the whole together. */
export class PiecedText {
  readonly length: number
  /** Where each piece begins. */
  readonly #starts: readonly number[]
  /** The piece that was looked at last: the next place is mostly in it too. */
  #newest = 0

  constructor(readonly pieces: readonly string[]) {
    const starts: number[] = []
    let length = 0
    for (const piece of pieces) {
      starts.push(length)
      length += piece.length
    }
    this.#starts = starts
    this.length = length
  }

  /** The text between two offsets, which takes as long as it is. */
  slice(start: number, end: number): string {
    let text = ''
    for (let at = this.#pieceAt(start), from = start; from < end && at < this.pieces.length; at++) {
      const piece = this.#piece(at)
      const begin = this.#start(at)
      text += piece.slice(from - begin, end - begin)
      from = begin + piece.length
    }
    return text
  }

  /** The offset of the next such sign, which is one character; the text's length where there is none. */
  next(sign: string, from: number): number {
    for (let at = this.#pieceAt(from); at < this.pieces.length; at++) {
      const begin = this.#start(at)
      const found = this.#piece(at).indexOf(sign, Math.max(0, from - begin))
      if (found >= 0) {
        this.#newest = at
        return begin + found
      }
    }
    return this.length
  }

  /** The index of the piece that has this offset. */
  #pieceAt(offset: number): number {
    const newest = this.#newest
    const isThere = this.#start(newest) <= offset && offset < this.#start(newest + 1)
    return isThere ? newest : Math.max(0, firstLarger(this.#starts, offset) - 1)
  }

  #start(index: number): number {
    return this.#starts[index] ?? this.length
  }

  #piece(index: number): string {
    return this.pieces[index] ?? ''
  }
}
