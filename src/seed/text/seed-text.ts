import { firstLarger } from '../../core/layer.js'
import type { AnyText } from '../../core/long-text.js'
import type { Collection } from './yaml-parts.js'
import { collectionAt } from './yaml-tree.js'

/** Of a text of millions of lines the place of each would take long to note. */
const LINES_A_MARK = 1000

/** One seed as it was given. */
export interface SeedSource {
  /** How problems call it; usually the file's path. */
  readonly name: string
  /** YAML 1.2 or JSON. */
  readonly text: AnyText
}

/** The text of a seed, in which places are found. */
export class SeedText {
  readonly name: string
  #pieces: readonly string[]
  /** It was found to be sound JSON. */
  isJson = false
  /** Where each LINES_A_MARK-th line begins. */
  #marks: readonly number[] | undefined
  /** The collection that was asked for last: it may have many problems. */
  #newest: { readonly offset: number; readonly collection: Collection | undefined } | undefined

  constructor(source: SeedSource) {
    this.name = source.name
    const [first = '', ...others] = typeof source.text === 'string' ? [source.text] : source.text.pieces()
    this.#pieces = [first.replace(/^\uFEFF/, ''), ...others]
  }

  /** The text bit by bit, as it came. */
  get pieces(): readonly string[] {
    return this.#pieces
  }

  /** All of it, put together in one go when it is first asked for. */
  get text(): string {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')]
    return this.#pieces[0] ?? ''
  }

  /** The mapping or list of YAML that begins at this offset; undefined where none does. */
  collectionAt(offset: number): Collection | undefined {
    if (this.#newest?.offset !== offset)
      this.#newest = { offset, collection: collectionAt(this.text, offset) }
    return this.#newest.collection
  }

  /** Line and column (from 1) of an offset, and that line's text. */
  position(offset: number): { line: number; column: number; source: string } {
    const { line, start } = this.#lineOf(Math.min(offset, this.text.length))
    const end = this.text.indexOf('\n', start)
    const source = this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')
    return { line, column: offset - start + 1, source }
  }

  #lineOf(offset: number): { line: number; start: number } {
    this.#marks ??= this.#markLines()
    const mark = firstLarger(this.#marks, offset) - 1
    let start = this.#marks[mark] ?? 0
    for (let line = mark * LINES_A_MARK + 1; ; line++) {
      const next = this.text.indexOf('\n', start) + 1
      if (next === 0 || next > offset) return { line, start }
      start = next
    }
  }

  #markLines(): number[] {
    const marks = [0]
    let line = 0
    for (let start = this.text.indexOf('\n') + 1; start > 0; start = this.text.indexOf('\n', start) + 1) {
      line++
      if (line % LINES_A_MARK === 0) marks.push(start)
    }
    return marks
  }
}
