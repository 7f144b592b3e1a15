import { isObject } from '../../core/objects.js'
import { messageText, type Path, type Position, type Problem, pathText, placeOf } from './problems.js'

/** `field` means that the problem is with the field's name. */
export type ProblemTarget = 'value' | 'field'

/** Finds where parts of a document are in the text they were read from. */
export interface SourceMap {
  /** Returns the source map of the text that contains this value. */
  textAt(path: Path): SourceMap
  /** Locates a value. If it doesn't exist, locates the closest ancestor that does. */
  find(path: Path, target: ProblemTarget): Position & { readonly file: string }
}

export interface SourceDocument {
  readonly data: unknown
  /** Undefined if the data never was text. */
  readonly source?: SourceMap | undefined
}

export interface ProblemAtPath {
  readonly path: Path
  readonly message: string
  readonly hint?: string | undefined
  /** Defaults to the value, or its parent if there's no value. */
  readonly target?: ProblemTarget
}

/** A hint for values that must be text. `problemAt` appends how the number, boolean or null was written. */
export const QUOTE = 'put it in quotes'

/** Matches unquoted text that YAML reads as a number, boolean or null. */
const NOT_AS_TEXT =
  /(?:~|null|true|false|0x[\da-f]+|0o[0-7]+|[-+]?(?:\.inf|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|\.nan)(?![^\s,\]}])/iy

function quoteHint({ column, source, sourceColumn = 1 }: Position): string | undefined {
  NOT_AS_TEXT.lastIndex = column - sourceColumn
  const [written] = NOT_AS_TEXT.exec(source) ?? []
  return written === undefined ? undefined : `${QUOTE}: "${written}"`
}

/** If the data never was text, the problem is at the first line of "seed". */
export function problemAt(
  { source }: SourceDocument,
  { path, message, hint, target = 'value' }: ProblemAtPath,
): Problem {
  const place = source?.find(path, target) ?? { file: 'seed', line: 1, column: 1, source: '' }
  const { file, ...position } = place
  const problem = { file, ...position, path: pathText(path), message: messageText(message) }
  const mend = hint === QUOTE ? quoteHint(position) : hint
  return mend === undefined ? problem : { ...problem, hint: mend }
}

/** `file:line:column`, for use in other messages. */
export const placeText = (document: SourceDocument, path: Path): string =>
  placeOf(problemAt(document, { path, message: '' }))

/** Offsets. A list item has no name, so the item's own offset stands in for it. */
interface Member {
  readonly name: number
  readonly value: number
}

interface Container {
  readonly at: number
  readonly members: Map<string | number, Member>
}

/** Records the offset of every part of a text as it's read. */
export class Positions {
  readonly #containers = new Map<object, Container>()

  begin(container: object, at: number): void {
    this.#containers.set(container, { at, members: new Map() })
  }

  /** Call `begin` on the container first. */
  member(container: object, step: string | number, offsets: Member): void {
    this.#containers.get(container)?.members.set(step, offsets)
  }

  copyFromMergeKey(container: object, field: string, source: object): void {
    const member = this.#containers.get(source)?.members.get(field)
    if (member !== undefined) this.#containers.get(container)?.members.set(field, member)
  }

  startOf(container: unknown): number | undefined {
    return isObject(container) ? this.#containers.get(container)?.at : undefined
  }

  /** If the value doesn't exist, returns the offset of its closest existing ancestor. */
  offsetOf(data: unknown, path: Path, target: ProblemTarget): number {
    let current = data
    let offset = this.startOf(data) ?? 0
    for (const [depth, step] of path.entries()) {
      if (!isObject(current)) return offset
      const member = this.#containers.get(current)?.members.get(step)
      if (member === undefined) return offset
      offset = target === 'field' && depth === path.length - 1 ? member.name : member.value
      current = Reflect.get(current, step)
    }
    return offset
  }
}
