import { firstLarger } from '../../core/forked-map.js'
import type { PiecedText } from './pieced-text.js'

/** Of a text of millions of lines the place of each would take long to note. */
const LINES_A_MARK = 1000

/** A line of a text, by its offsets. */
interface Line {
  /** From 1. */
  readonly line: number
  readonly start: number
  /** Behind its line break; Infinity where it has none. */
  readonly end: number
}

/** Tells on which line of a text an offset lies. It looks at the text as far as it is asked, and at each part once. */
export class Lines {
  /** Where each LINES_A_MARK-th line begins, as far as was looked. */
  readonly #marks = [0]
  /** The line that was asked for last: there may be many questions about a long one. */
  #newest: Line

  constructor(private readonly text: PiecedText) {
    this.#newest = { line: 1, start: 0, end: this.#endOf(0) }
  }

  /** The line that has this offset; the last one for those beyond the text. */
  at(offset: number): Line {
    let { line, start, end } = this.#lineBefore(offset)
    while (end <= offset) {
      line++
      start = end
      end = this.#endOf(start)
      if (line === this.#marks.length * LINES_A_MARK + 1) this.#marks.push(start)
    }
    this.#newest = { line, start, end }
    return this.#newest
  }

  /** A known line that is not behind the offset, the nearest of them. */
  #lineBefore(offset: number): Line {
    const mark = firstLarger(this.#marks, offset) - 1
    const start = this.#marks[mark] ?? 0
    const newest = this.#newest
    if (newest.start <= offset && newest.start >= start) return newest
    return { line: mark * LINES_A_MARK + 1, start, end: this.#endOf(start) }
  }

  #endOf(start: number): number {
    const at = this.text.next('\n', start)
    return at < this.text.length ? at + 1 : Number.POSITIVE_INFINITY
  }
}
