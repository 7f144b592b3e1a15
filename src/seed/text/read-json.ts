import { type Expected, mistakeIn } from '../../core/json/json-problem.js'
import { setField } from '../../core/objects.js'
import type { Slice, Steps } from '../../core/steps.js'
import { afterString } from './json-places.js'
import { NotJson } from './not-json.js'
import { type Open, withoutRoom } from './open-json.js'
import { noteOrigin } from './places.js'
import { FIELDS_MAX, SeedProblems, TOO_MANY_FIELDS } from './problems.js'
import { PLACED_LEVELS, type ReadingRoom } from './reading-room.js'
import type { SeedText } from './seed-text.js'
import { isOfSeed, type NumberUse, numberUse, readNumber } from './source-numbers.js'

const DEPTH_MAX = 1_000
/** So many characters are at hand where a token begins, unless the text ends: only strings and numbers are longer. */
const AHEAD = 64
/** So many characters of text take as long to read as one short value. */
const CHARACTERS_A_VALUE = 256
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
}

/**
 * Reads a seed that is JSON, such as an exported state, fifty times as fast as the YAML reader and to the same result.
 *
 * @returns undefined for anything but sound JSON of an object or a list: YAML is to read it then. What is wrong with it
 *   as JSON is noted in the text
 * @throws SeedProblems where a mapping has too many fields
 */
export function* readJson(
  text: SeedText,
  slice: Slice,
  how: JsonReading = {},
): Steps<Open['data'] | undefined> {
  try {
    return yield* new JsonReader(text, how).read(slice)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    text.jsonProblem = error.problemIn(text)
    return undefined
  }
}

/**
 * Keeps what is open in a list of its own, so that it can stop between any two members. Of the text it has a part at hand,
 * which moves on: a text of many pieces is never put together.
 */
class JsonReader {
  readonly #source: SeedText
  readonly #pieces: Iterator<string>
  readonly #open: Open[] = []
  readonly #room: ReadingRoom
  /** What is at hand, and where it begins in the whole. */
  #text = ''
  #start = 0
  /** How far it was read. */
  #at = 0
  /** It has something of which YAML tells more, unless it turns out to be no JSON. */
  #isForYaml = false

  constructor(
    source: SeedText,
    private readonly how: JsonReading,
  ) {
    this.#source = source
    this.#room = source.openRoom()
    this.#pieces = source.pieces[Symbol.iterator]()
  }

  *read(slice: Slice): Steps<Open['data']> {
    const { use = 'number', assertSize } = this.how
    this.#space()
    const data = this.#collection(use)
    if (data === undefined) throw new NotJson()
    for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) {
      const from = this.#place
      this.#memberOrEnd(open)
      if (!slice.spend(1 + Math.floor((this.#place - from) / CHARACTERS_A_VALUE))) continue
      assertSize?.(data)
      this.#room.settle(this.#place)
      yield
    }
    this.#room.settle(this.#place)
    this.#space()
    if (this.#at < this.#text.length) throw this.#mistake('nothing more')
    if (this.#isForYaml) throw new NotJson()
    this.#source.isJson = true
    return data
  }

  /** How far it was read, in the whole. */
  get #place(): number {
    return this.#start + this.#at
  }

  #memberOrEnd(open: Open): void {
    const { data, members } = open
    const isList = Array.isArray(data)
    this.#space()
    if (this.#text[this.#at] === (isList ? ']' : '}')) {
      this.#at++
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
      open.offsets?.push(this.#place)
      data.push(this.#value(open.use, members > 0 ? 'a value' : 'a value or ]'))
    } else this.#field(data, open)
  }

  #field(data: Record<string, unknown>, open: Open): void {
    const { use, fields, members } = open
    const place = this.#place
    const name = this.#string(members > 1 ? 'a name in double quotes' : 'a name in double quotes or }')
    this.#space()
    this.#expect(':', 'a colon')
    this.#space()
    if (use !== 'plain' && Object.hasOwn(data, name)) this.#isForYaml = true
    if (members > FIELDS_MAX && isOfSeed(use)) throw this.#tooMany(place)
    fields?.set(name, { name: place, value: this.#place })
    open.field = name
    setField(data, name, this.#value(numberUse(use, name), 'a value'))
  }

  #value(use: NumberUse, expected: Expected): unknown {
    switch (this.#text[this.#at]) {
      case '{':
      case '[':
        return this.#collection(use)
      case '"':
        return this.#string(expected)
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
    const bracket = this.#text[this.#at]
    if (bracket !== '{' && bracket !== '[') return undefined
    const data = bracket === '{' ? {} : []
    this.#room.noteCollection(this.#open.length)
    const depth = this.#open.push(this.#begun(data, use))
    if (use !== 'plain' && depth > DEPTH_MAX) throw new NotJson()
    this.#at++
    return data
  }

  #begun(data: Open['data'], use: NumberUse): Open {
    const open = { data, use, start: this.#place, members: 0, field: '' }
    if (this.#open.length >= PLACED_LEVELS) return open
    return Array.isArray(data) ? { ...open, offsets: [] } : { ...open, fields: new Map() }
  }

  /** Notes the places of what was read to its end. */
  #notePlaces({ data, start, offsets, fields }: Open): void {
    if (offsets === undefined && fields === undefined) return
    const isWhole = this.#open.length === 0
    const isShort = this.#place - start <= SHORT_MAX && this.how.isJoined !== true
    if (isWhole || !isShort) noteOrigin(data, this.#source, start, { offsets, fields })
  }

  #string(expected: Expected): string {
    if (this.#text[this.#at] !== '"') throw this.#mistake(expected)
    let end = afterString(this.#text, this.#at)
    while (end === 0 && this.#readOn()) end = afterString(this.#text, this.#at)
    const literal = this.#text.slice(this.#at, end === 0 ? undefined : end)
    const value = parsed(literal)
    if (value === undefined) throw this.#mistake(expected, literal)
    this.#at = end
    return value
  }

  #word(expected: Expected): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    throw this.#mistake(expected)
  }

  #number(use: NumberUse, expected: Expected): unknown {
    for (;;) {
      NUMBER.lastIndex = this.#at
      const source = NUMBER.exec(this.#text)?.[0]
      if (source === undefined) throw this.#mistake(expected)
      // What is at hand may end in the middle of it.
      if (this.#text.length - NUMBER.lastIndex <= NUMBER_REST_MAX && this.#readOn()) continue
      this.#at += source.length
      return readNumber(Number(source), source, use)
    }
  }

  #space(): void {
    do {
      SPACE.lastIndex = this.#at
      SPACE.exec(this.#text)
      this.#at = SPACE.lastIndex
    } while (this.#text.length - this.#at < AHEAD && this.#readOn())
  }

  /**
   * Has more of the text at hand, at least twice as much as is left of it: what is long is looked at a few times only.
   *
   * @returns false at the end of the text
   */
  #readOn(): boolean {
    const left = this.#text.slice(this.#at)
    const more: string[] = []
    for (let length = 0; length <= left.length; ) {
      const { done, value } = this.#pieces.next()
      if (done === true) break
      more.push(value)
      length += value.length
    }
    if (more.length === 0) return false
    this.#start += this.#at
    this.#at = 0
    this.#text = left + more.join('')
    return true
  }

  #tooMany(place: number): SeedProblems {
    const { name: file } = this.#source
    const problem = { file, ...this.#source.position(place), path: '', message: TOO_MANY_FIELDS }
    return new SeedProblems([problem])
  }

  #expect(sign: string, expected: Expected): void {
    if (this.#text[this.#at] !== sign) throw this.#mistake(expected)
    this.#at++
  }

  /** @param rest what is there */
  #mistake(expected: Expected, rest = this.#text.slice(this.#at, this.#at + AHEAD)): NotJson {
    // JSON with comments of YAML is YAML.
    if (rest.startsWith('#')) return new NotJson()
    const mistake = mistakeIn(rest, expected)
    return new NotJson({ ...mistake, at: this.#place + mistake.at })
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
