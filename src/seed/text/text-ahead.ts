import { textParts } from '../../core/text/text-parts.js'

/** A text that is read from its beginning to its end, of which a part is at hand: one of many pieces is never put together. */
export class TextAhead {
  /** What is at hand. */
  text = ''
  /** How far that was read. */
  at = 0
  /** Where it begins in the whole. */
  #start = 0
  readonly #pieces: Iterator<string>

  constructor(pieces: Iterable<string>) {
    this.#pieces = partsOfAll(pieces)
  }

  /** How far it was read, in the whole. */
  get place(): number {
    return this.#start + this.at
  }

  /**
   * Has more of the text at hand, at least twice as much as is left of it: what is long is looked at a few times only.
   *
   * @returns false at the end of the text
   */
  readOn(): boolean {
    const left = this.text.slice(this.at)
    const more: string[] = []
    for (let length = 0; length <= left.length; ) {
      const { done, value } = this.#pieces.next()
      if (done === true) break
      more.push(value)
      length += value.length
    }
    if (more.length === 0) return false
    this.#start += this.at
    this.at = 0
    this.text = left + more.join('')
    return true
  }
}

function* partsOfAll(pieces: Iterable<string>): Generator<string, undefined> {
  for (const piece of pieces) yield* textParts(piece)
}
