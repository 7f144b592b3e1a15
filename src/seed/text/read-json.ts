import { type Expected, mistakeIn } from '../../core/json/json-problem.js'
import { MANY_NAMES, ManyNames } from '../../core/json/many-names.js'
import { setField } from '../../core/objects.js'
import { CHARACTERS_AT_ONCE, inOne } from '../../core/text/text-parts.js'
import { afterString, beforeCutEscape } from './json-places.js'
import { NotJson } from './not-json.js'
import { type Open, replaceLast, withoutRoom } from './open-json.js'
import { noteOrigin } from './places.js'
import { FIELDS_MAX, nameProblem, SeedProblems, SHORTEN_NAME, TOO_MANY_FIELDS } from './problems.js'
import { PLACED_LEVELS, type ReadingRoom } from './reading-room.js'
import type { SeedText } from './seed-text.js'
import { isOfSeed, type NumberUse, numberUse, readNumber } from './source-numbers.js'
import { TextAhead } from './text-ahead.js'

const DEPTH_MAX = 1_000
/** Stands for names that are too long. */
const LONG_NAME = '(a long name)'
/** So many characters are at hand where a token begins, unless the text ends: only strings and numbers are longer. */
const AHEAD = 64
/** What is no longer than so many characters is looked for in the text: the places of all that is in it take more room. */
const SHORT_MAX = 4096
/** "e+" may be left of a number whose digits are still to come. */
const NUMBER_REST_MAX = 2
const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

/** How JSON is read. */
export interface JsonReading {
  /** How its numbers are meant; left out, as a seed's. */
  readonly use?: NumberUse
  /** Is shown, now and then, what was read so far, and throws where it is too much. */
  readonly assertSize?: ((data: unknown) => void) | undefined
  /** Whether this is joined with others: then the places of what is short are noted too, since it changes its place. */
  readonly isJoined?: boolean
  /** Whether names that are too long for a seed are read, all of them as one other; left out, they are refused. */
  readonly takesLongNames?: boolean
}

/**
 * Reads a seed that is JSON, such as an exported state, fifty times as fast as the YAML reader and to the same result.
 *
 * @returns undefined for anything but sound JSON of an object or a list: YAML is to read it then. What is wrong with it
 *   as JSON is noted in the text
 * @throws SeedProblems where a mapping has too many fields
 */
export function readJson(text: SeedText, how: JsonReading = {}): Open['data'] | undefined {
  try {
    return new JsonReader(text, how).read()
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    text.jsonProblem = error.problemIn(text)
    return undefined
  }
}

/** Keeps what is open in a list of its own, so that it can stop between any two members, and within a long string. */
class JsonReader {
  readonly #source: SeedText
  readonly #ahead: TextAhead
  readonly #open: Open[] = []
  readonly #room: ReadingRoom
  /** The value that was read last is a string whose end is not at hand. */
  #isInString = false
  /** It has something of which YAML tells more, unless it turns out to be no JSON. */
  #isForYaml = false

  constructor(
    source: SeedText,
    private readonly how: JsonReading,
  ) {
    this.#source = source
    this.#room = source.openRoom()
    this.#ahead = new TextAhead(source.pieces)
  }

  read(): Open['data'] {
    const { use = 'number', assertSize } = this.how
    this.#space()
    const data = this.#collection(use)
    if (data === undefined) throw new NotJson()
    for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) {
      this.#memberOrEnd(open)
      if (this.#isInString) replaceLast(open, this.#longString())
      assertSize?.(data)
    }
    this.#room.settle(this.#ahead.place)
    this.#space()
    if (this.#ahead.at < this.#ahead.text.length) throw this.#mistake('nothing more')
    if (this.#isForYaml) throw new NotJson()
    this.#source.isJson = true
    return data
  }

  #memberOrEnd(open: Open): void {
    const { data, members } = open
    const isList = Array.isArray(data)
    this.#space()
    if (this.#ahead.text[this.#ahead.at] === (isList ? ']' : '}')) {
      this.#ahead.at++
      this.#open.pop()
      this.#notePlaces({ ...open, data: withoutRoom(data, this.#open.at(-1)) })
      return
    }
    if (members > 0) {
      this.#expect(',', isList ? 'a comma or ]' : 'a comma or }')
      this.#space()
    }
    open.members++
    this.#room.noteMember(this.#open.length)
    if (isList) {
      open.offsets?.push(this.#ahead.place)
      data.push(this.#value(open.use, members > 0 ? 'a value' : 'a value or ]'))
    } else this.#field(data, open)
  }

  #field(data: Record<string, unknown>, open: Open): void {
    const { use, fields, members } = open
    const place = this.#ahead.place
    const name = this.#name(members > 1 ? 'a name in double quotes' : 'a name in double quotes or }')
    this.#space()
    this.#expect(':', 'a colon')
    this.#space()
    if (use !== 'plain' && Object.hasOwn(data, name)) this.#isForYaml = true
    if (members > FIELDS_MAX && isOfSeed(use)) throw this.#refusal(place, TOO_MANY_FIELDS)
    fields?.set(name, { name: place, value: this.#ahead.place })
    open.name = name
    if (members > MANY_NAMES) {
      open.names ??= new ManyNames(data)
      open.names.add(name)
    }
    setField(data, name, this.#value(numberUse(use, name), 'a value'))
  }

  #name(expected: Expected): string {
    const place = this.#ahead.place
    const name = this.#string(expected)
    const problem = nameProblem(name)
    if (problem === undefined) return name
    if (this.how.takesLongNames === true) return LONG_NAME
    throw this.#refusal(place, problem, SHORTEN_NAME)
  }

  #value(use: NumberUse, expected: Expected): unknown {
    switch (this.#ahead.text[this.#ahead.at]) {
      case '{':
      case '[':
        return this.#collection(use)
      case '"':
        return this.#string(expected, CHARACTERS_AT_ONCE)
      case 't':
      case 'f':
      case 'n':
        return this.#word(expected)
      default:
        return this.#number(use, expected)
    }
  }

  /** A mapping or a list, which is given as soon as it begins, still empty; undefined where none does. */
  #collection(use: NumberUse): Open['data'] | undefined {
    const bracket = this.#ahead.text[this.#ahead.at]
    if (bracket !== '{' && bracket !== '[') return undefined
    const data = bracket === '{' ? {} : []
    this.#room.noteCollection(this.#open.length)
    const depth = this.#open.push(this.#begun(data, use))
    if (use !== 'plain' && depth > DEPTH_MAX) throw new NotJson()
    this.#ahead.at++
    return data
  }

  #begun(data: Open['data'], use: NumberUse): Open {
    const open = { data, use, start: this.#ahead.place, members: 0, name: '' }
    if (this.#open.length >= PLACED_LEVELS) return open
    return Array.isArray(data) ? { ...open, offsets: [] } : { ...open, fields: new Map() }
  }

  /** Notes the places of what was read to its end. */
  #notePlaces({ data, start, offsets, fields }: Open): void {
    if (offsets === undefined && fields === undefined) return
    const isWhole = this.#open.length === 0
    const isShort = this.#ahead.place - start <= SHORT_MAX && this.how.isJoined !== true
    if (isWhole || !isShort) noteOrigin(data, this.#source, start, { offsets, fields })
  }

  /** @param longest of one that is longer, in characters, only the beginning may be found: `#isInString` tells */
  #string(expected: Expected, longest = Number.POSITIVE_INFINITY): string {
    if (this.#ahead.text[this.#ahead.at] !== '"') throw this.#mistake(expected)
    let end = afterString(this.#ahead.text, this.#ahead.at)
    while (end === 0 && this.#ahead.text.length - this.#ahead.at <= longest && this.#ahead.readOn())
      end = afterString(this.#ahead.text, this.#ahead.at)
    this.#isInString = end === 0 && this.#ahead.text.length - this.#ahead.at > longest
    if (this.#isInString) return ''
    const literal = this.#ahead.text.slice(this.#ahead.at, end === 0 ? undefined : end)
    const value = parsed(literal)
    if (value === undefined) throw this.#mistake(expected, literal)
    this.#ahead.at = end
    return value
  }

  /** The string that was begun, whose quote comes next: it is read in parts. */
  #longString(): string {
    const start = this.#ahead.place
    const parts: string[] = []
    this.#isInString = false
    this.#ahead.at++
    for (;;) {
      const from = this.#ahead.at
      const end = afterString(this.#ahead.text, from - 1)
      this.#ahead.at = end > 0 ? end : beforeCutEscape(this.#ahead.text)
      const part = parsed(`"${this.#ahead.text.slice(from, end > 0 ? end - 1 : this.#ahead.at)}"`)
      if (part !== undefined) parts.push(part)
      if (part !== undefined && end > 0) return inOne(parts)
      if (part === undefined || !this.#ahead.readOn())
        throw this.#mistake('a value', this.#source.text.slice(start), start)
    }
  }

  #word(expected: Expected): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.#ahead.text.startsWith(word, this.#ahead.at)) continue
      this.#ahead.at += word.length
      return value
    }
    throw this.#mistake(expected)
  }

  #number(use: NumberUse, expected: Expected): unknown {
    for (;;) {
      NUMBER.lastIndex = this.#ahead.at
      const source = NUMBER.exec(this.#ahead.text)?.[0]
      if (source === undefined) throw this.#mistake(expected)
      // What is at hand may end in the middle of it.
      if (this.#ahead.text.length - NUMBER.lastIndex <= NUMBER_REST_MAX && this.#ahead.readOn()) continue
      this.#ahead.at += source.length
      return readNumber(Number(source), source, use)
    }
  }

  #space(): void {
    do {
      SPACE.lastIndex = this.#ahead.at
      SPACE.exec(this.#ahead.text)
      this.#ahead.at = SPACE.lastIndex
    } while (this.#ahead.text.length - this.#ahead.at < AHEAD && this.#ahead.readOn())
  }

  #refusal(place: number, message: string, hint?: string): SeedProblems {
    const { name: file } = this.#source
    const problem = { file, ...this.#source.position(place), path: '', message }
    return new SeedProblems([hint === undefined ? problem : { ...problem, hint }])
  }

  #expect(sign: string, expected: Expected): void {
    if (this.#ahead.text[this.#ahead.at] !== sign) throw this.#mistake(expected)
    this.#ahead.at++
  }

  /** @param from where in the whole it is */
  #mistake(
    expected: Expected,
    rest = this.#ahead.text.slice(this.#ahead.at, this.#ahead.at + AHEAD),
    from = this.#ahead.place,
  ): NotJson {
    // JSON with comments of YAML is YAML.
    if (rest.startsWith('#')) return new NotJson()
    const mistake = mistakeIn(rest, expected)
    return new NotJson({ ...mistake, at: from + mistake.at })
  }
}

/** The text of a string literal; undefined where it has no end, or holds what JSON does not allow. */
function parsed(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string
  } catch {
    return undefined
  }
}
