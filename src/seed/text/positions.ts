import { isObject } from '../../core/objects.js'
import { messageText, type Path, type Position, type Problem, pathText, placeOf } from './problems.js'

/** A problem points at a value, or at the name of its field. */
export type ProblemTarget = 'value' | 'field'

/** Finds the parts of a document in the texts that it was read from. */
export interface SourceMap {
  /** Returns the map of the one text that has the value at a path. */
  textAt(path: Path): SourceMap
  /** Returns the file and the position of a value, or of the last thing on the path that exists. */
  find(path: Path, target: ProblemTarget): Position & { readonly file: string }
}

/** Data, and the positions of its parts in its text. */
export interface SourceDocument {
  readonly data: unknown
  /** Left out for data that was never text. */
  readonly source?: SourceMap | undefined
}

/** What is wrong at a path of a document, whose place in the text is still to be found. */
export interface ProblemAtPath {
  readonly path: Path
  readonly message: string
  /** What to do about it. */
  readonly hint?: string | undefined
  /** The value if left out; a missing one gives the place of what lacks it. */
  readonly target?: ProblemTarget
}

/** The hint for a value that must be text: `problemAt` adds the text of a number, a boolean or a null as it was written. */
export const QUOTE = 'put it in quotes'

/** YAML reads these as something other than text. */
const NOT_AS_TEXT =
  /(?:~|null|true|false|0x[\da-f]+|0o[0-7]+|[-+]?(?:\.inf|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|\.nan)(?![^\s,\]}])/iy

/** Returns the hint to quote what begins at a position; undefined if nothing that quotes would mend was written there. */
function quoteHint({ column, source, sourceColumn = 1 }: Position): string | undefined {
  NOT_AS_TEXT.lastIndex = column - sourceColumn
  const [written] = NOT_AS_TEXT.exec(source) ?? []
  return written === undefined ? undefined : `${QUOTE}: "${written}"`
}

/** Finds the place of a problem. For data that was never text it is the first line of "seed". */
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

/** Returns `file:line:column` of a value, to point at from elsewhere. */
export const placeText = (document: SourceDocument, path: Path): string =>
  placeOf(problemAt(document, { path, message: '' }))

/** The offsets of a field or an item. An item has no name: both are the same. */
interface Member {
  readonly name: number
  readonly value: number
}

/** The offsets of a mapping or list, and of what is in it. */
interface Container {
  readonly at: number
  readonly members: Map<string | number, Member>
}

/** The offsets of all parts of a text, noted while it is read. */
export class Positions {
  readonly #containers = new Map<object, Container>()

  /** Notes that a mapping or list begins at an offset. */
  begin(container: object, at: number): void {
    this.#containers.set(container, { at, members: new Map() })
  }

  /** Notes the offsets of a field or an item of a mapping or list that was begun. */
  member(container: object, step: string | number, offsets: Member): void {
    this.#containers.get(container)?.members.set(step, offsets)
  }

  /** Copies the offsets of a field that comes from a merge key (`<<`). */
  copyFromMergeKey(container: object, field: string, source: object): void {
    const member = this.#containers.get(source)?.members.get(field)
    if (member !== undefined) this.#containers.get(container)?.members.set(field, member)
  }

  /** Returns the offset of a mapping or list; undefined for anything else. */
  startOf(container: unknown): number | undefined {
    return isObject(container) ? this.#containers.get(container)?.at : undefined
  }

  /** Returns the offset of what a path names in `data`, or of the last thing on the path that exists. */
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
