import { type Document, isCollection, LineCounter, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import { yamlTree } from './yaml-tree.js'

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
  #lines: LineCounter | undefined
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
    const { line, col } = this.#lineCounter().linePos(Math.min(offset, this.text.length))
    const start = offset - col + 1
    const end = this.text.indexOf('\n', start)
    const source = this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')
    return { line, column: col, source }
  }

  /** Lets go of the tree: a sound seed needs none, and a problem found later brings it back. */
  release(): void {
    this.#document = undefined
    this.#collections = undefined
  }

  #lineCounter(): LineCounter {
    if (this.#lines === undefined) {
      const lines = new LineCounter()
      lines.addNewLine(0)
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1))
        lines.addNewLine(at + 1)
      this.#lines = lines
    }
    return this.#lines
  }
}
