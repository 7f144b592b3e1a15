import { isObject } from '../../core/objects.js'
import { messageText, type Path, type Position, type Problem, pathText, placeOf } from './problems.js'

/** The value, or the name of its field. */
export type ProblemTarget = 'value' | 'field'

/** Locates parts of a document in the texts it was read from. */
export interface SourceMap {
  /** Returns the map of the text that contains the value. */
  textAt(path: Path): SourceMap
  /** Locates a value, or the last existing thing on its path. */
  find(path: Path, target: ProblemTarget): Position & { readonly file: string }
}

/** Data with the positions of its parts. */
export interface SourceDocument {
  readonly data: unknown
  /** Left out for data that was never text. */
  readonly source?: SourceMap | undefined
}

/** A problem at a path, not yet located in a text. */
export interface ProblemAtPath {
  readonly path: Path
  readonly message: string
  /** Advice on fixing it. */
  readonly hint?: string | undefined
  /** Defaults to the value; if that's missing, its parent is located. */
  readonly target?: ProblemTarget
}

/** For values that must be text: `problemAt` appends how a number, boolean or null was written. */
export const QUOTE = 'put it in quotes'

/** YAML reads these as something other than text. */
const NOT_AS_TEXT =
  /(?:~|null|true|false|0x[\da-f]+|0o[0-7]+|[-+]?(?:\.inf|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|\.nan)(?![^\s,\]}])/iy

/** Suggests quoting the text at a position, if quotes would help. */
function quoteHint({ column, source, sourceColumn = 1 }: Position): string | undefined {
  NOT_AS_TEXT.lastIndex = column - sourceColumn
  const [written] = NOT_AS_TEXT.exec(source) ?? []
  return written === undefined ? undefined : `${QUOTE}: "${written}"`
}

/** Locates a problem. Data that was never text is at the first line of "seed". */
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

/** Returns `file:line:column`, for other messages to refer to. */
export const placeText = (document: SourceDocument, path: Path): string =>
  placeOf(problemAt(document, { path, message: '' }))

/** Offsets of a field or item. For an item, which has no name, they are equal. */
interface Member {
  readonly name: number
  readonly value: number
}

interface Container {
  readonly at: number
  readonly members: Map<string | number, Member>
}

/** Offsets of all parts of a text, recorded while it is read. */
export class Positions {
  readonly #containers = new Map<object, Container>()

  /** Starts a mapping or list at an offset. */
  begin(container: object, at: number): void {
    this.#containers.set(container, { at, members: new Map() })
  }

  /** Records a field or item of a started mapping or list. */
  member(container: object, step: string | number, offsets: Member): void {
    this.#containers.get(container)?.members.set(step, offsets)
  }

  /** Copies the offsets of a field that comes from a merge key (`<<`). */
  copyFromMergeKey(container: object, field: string, source: object): void {
    const member = this.#containers.get(source)?.members.get(field)
    if (member !== undefined) this.#containers.get(container)?.members.set(field, member)
  }

  /** Returns undefined for anything but a mapping or list. */
  startOf(container: unknown): number | undefined {
    return isObject(container) ? this.#containers.get(container)?.at : undefined
  }

  /** Returns the offset of the value at a path, or of the last existing thing on it. */
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
