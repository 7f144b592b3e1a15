import type { Document, YAMLMap, YAMLSeq } from 'yaml'
import { firstLarger } from '../../core/layer.js'
import { yaml } from './yaml.js'
import { yamlTree } from './yaml-tree.js'

/** Of a text of millions of lines the place of each would take long to note. */
const LINES_A_MARK = 1000

/** One seed as it was given. */
export interface SeedSource {
  /** How problems call it; usually the file's path. */
  readonly name: string
  /** YAML 1.2 or JSON. */
  readonly text: string
}

/** A mapping or a list in the YAML tree. */
export type Collection = YAMLMap | YAMLSeq

/** The text of a seed, with its YAML tree and its lines, from which places in it are found. */
export class SeedText {
  readonly name: string
  readonly text: string
  /** It was found to be sound JSON: places in it are found without a tree. */
  isJson = false
  /** Where each LINES_A_MARK-th line begins. */
  #marks: readonly number[] | undefined
  #document: Document.Parsed | undefined
  #collections: Map<number, Collection> | undefined

  constructor(source: SeedSource) {
    this.name = source.name
    this.text = source.text.replace(/^\uFEFF/, '')
  }

  /** The YAML tree. It is large: parsed when first asked for, and again after release(). @throws NestedTooDeeply */
  get document(): Document.Parsed {
    this.#document ??= yamlTree(this.text)
    return this.#document
  }

  /** The mapping or list that begins at this offset. */
  collectionAt(offset: number): Collection | undefined {
    if (this.#collections === undefined) {
      const { isCollection, visit } = yaml()
      const collections = new Map<number, Collection>()
      visit(this.document, {
        Collection: (_, node) => {
          if (isCollection(node) && node.range) collections.set(node.range[0], node as Collection)
        },
      })
      this.#collections = collections
    }
    return this.#collections.get(offset)
  }

  /** Line and column (from 1) of an offset, and that line's text. */
  position(offset: number): { line: number; column: number; source: string } {
    const { line, start } = this.#lineOf(Math.min(offset, this.text.length))
    const end = this.text.indexOf('\n', start)
    const source = this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')
    return { line, column: offset - start + 1, source }
  }

  /** Lets go of the tree: a sound seed needs none, and a problem found later brings it back. */
  release(): void {
    this.#document = undefined
    this.#collections = undefined
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
