import type { AnyText } from '../../core/long-text.js'
import { JsonPlaces } from './json-places.js'
import { Lines } from './lines.js'
import { PiecedText } from './pieced-text.js'
import { type Path, type Position, type Problem, SOURCE_MAX } from './problems.js'
import { type Hold, ReadingRoom } from './reading-room.js'
import type { Collection } from './yaml-parts.js'
import { collectionAt } from './yaml-tree.js'

/** One seed as it was given. */
export interface SeedSource {
  /** How problems call it; usually the file's path. */
  readonly name: string
  /** YAML 1.2 or JSON. */
  readonly text: AnyText
  /** Its sender says that it is JSON, as a name ending with .json does; YAML is read all the same. */
  readonly isSaidToBeJson?: boolean
  /** Is told what reading it takes, beyond `heldFactor` for each byte; left out, there is room for anything. */
  readonly hold?: Hold | undefined
  /** The bytes that are held for each of its own; left out, READING_FACTOR. */
  readonly heldFactor?: number
}

/** YAML has such brackets too, but mostly names without quotes in them. */
const BEGINS_AS_JSON = /^\s*[[{][\s[{]*(?:"|$)/

/** The text of a seed, in which places are found. JSON stays in the pieces that it came in. */
export class SeedText {
  readonly name: string
  /** What its objects take is counted here; each reading counts anew. */
  readonly openRoom: () => ReadingRoom
  #text: PiecedText
  #lines: Lines | undefined
  #jsonPlaces: JsonPlaces | undefined
  /** Whether its problems are told as those of JSON: it is said to be that, or begins so. */
  readonly isMeantAsJson: boolean
  /** It was found to be sound JSON. */
  isJson = false
  /** What is wrong with it as JSON, as far as it was read so. */
  jsonProblem: Problem | undefined
  /** The collection that was asked for last: it may have many problems. */
  #newest: { readonly offset: number; readonly collection: Collection | undefined } | undefined

  constructor(source: SeedSource) {
    this.name = source.name
    this.openRoom = () => new ReadingRoom(source.hold, source.heldFactor)
    const [first = '', ...others] = typeof source.text === 'string' ? [source.text] : source.text.pieces()
    const beginning = first.replace(/^\uFEFF/, '')
    this.#text = new PiecedText([beginning, ...others])
    const { isSaidToBeJson = /\.json$/i.test(source.name) } = source
    this.isMeantAsJson = isSaidToBeJson || BEGINS_AS_JSON.test(beginning)
  }

  /** The text bit by bit, as it came. */
  get pieces(): readonly string[] {
    return this.#text.pieces
  }

  /** All of it, put together in one go when it is first asked for. */
  get text(): string {
    const [first = '', ...others] = this.pieces
    if (others.length === 0) return first
    const whole = this.pieces.join('')
    this.#text = new PiecedText([whole])
    this.#lines = undefined
    this.#jsonPlaces = undefined
    return whole
  }

  /** The mapping or list of YAML that begins at this offset; undefined where none does. */
  collectionAt(offset: number): Collection | undefined {
    if (this.#newest?.offset !== offset)
      this.#newest = { offset, collection: collectionAt(this.text, offset) }
    return this.#newest.collection
  }

  /**
   * The offset of what a path names in sound JSON, or of the last thing on the way that exists.
   *
   * @param offset of the mapping or list that the path starts from
   * @param isField whether the name of the last field is meant, not its value
   */
  placeInJson(offset: number, path: Path, isField: boolean): number {
    this.#jsonPlaces ??= new JsonPlaces(this.#text)
    return this.#jsonPlaces.placeOf(offset, path, isField)
  }

  /** Where an offset lies, for a person to find it. */
  position(offset: number): Position {
    const text = this.#text
    this.#lines ??= new Lines(text)
    const { line, start } = this.#lines.at(Math.min(offset, text.length))
    const column = offset - start + 1
    const beginning = upToBreak(text.slice(start, start + SOURCE_MAX + 2))
    if (beginning.length <= SOURCE_MAX) return { line, column, source: beginning }
    const from = Math.max(0, column - 1 - SOURCE_MAX / 2)
    const source = upToBreak(text.slice(start + from, start + from + SOURCE_MAX + 2))
    return { line, column, source: source.slice(0, SOURCE_MAX + 1), sourceColumn: from + 1 }
  }
}

const upToBreak = (text: string): string => /^[^\n]*/.exec(text)?.[0].replace(/\r$/, '') ?? ''
