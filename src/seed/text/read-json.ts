import { setField } from '../../core/objects.js'
import type { Slice, Steps } from '../../core/steps.js'
import { afterString } from './json-places.js'
import { type FieldPlace, noteOrigin } from './places.js'
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

/** Thrown at the first thing that is not plain JSON; never leaves this file. */
class NotJson extends Error {}

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
 * @returns undefined for anything but sound JSON of an object or a list: YAML is to read it then, and to say what is
 *   wrong
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
    if (error instanceof NotJson) return undefined
    throw error
  }
}

/** A mapping or list whose closing bracket was not read yet. */
interface Open {
  readonly data: Record<string, unknown> | unknown[]
  readonly use: NumberUse
  /** Where it begins. */
  readonly start: number
  /** The places of items or fields, where they may be noted. */
  readonly offsets?: number[]
  readonly fields?: Map<string, FieldPlace>
  /** How many were read. */
  members: number
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
    if (this.#at < this.#text.length) throw new NotJson()
    this.#source.isJson = true
    return data
  }

  /** How far it was read, in the whole. */
  get #place(): number {
    return this.#start + this.#at
  }

  #memberOrEnd(open: Open): void {
    const { data } = open
    this.#space()
    if (this.#text[this.#at] === (Array.isArray(data) ? ']' : '}')) {
      this.#at++
      this.#open.pop()
      this.#notePlaces(open)
      return
    }
    if (open.members > 0) {
      this.#expect(',')
      this.#space()
    }
    open.members++
    this.#room.noteMember(this.#open.length)
    if (Array.isArray(data)) {
      open.offsets?.push(this.#place)
      data.push(this.#value(open.use))
    } else this.#field(data, open)
  }

  #field(data: Record<string, unknown>, { use, fields, members }: Open): void {
    const place = this.#place
    const name = this.#string()
    this.#space()
    this.#expect(':')
    this.#space()
    // Given twice: a problem that YAML tells better.
    if (use !== 'plain' && Object.hasOwn(data, name)) throw new NotJson()
    if (members > FIELDS_MAX && isOfSeed(use)) throw this.#tooMany(place)
    fields?.set(name, { name: place, value: this.#place })
    setField(data, name, this.#value(numberUse(use, name)))
  }

  #value(use: NumberUse): unknown {
    switch (this.#text[this.#at]) {
      case '{':
      case '[':
        return this.#collection(use)
      case '"':
        return this.#string()
      case 't':
      case 'f':
      case 'n':
        return this.#word()
      default:
        return this.#number(use)
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
    const open = { data, use, start: this.#place, members: 0 }
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

  #string(): string {
    if (this.#text[this.#at] !== '"') throw new NotJson()
    let end = afterString(this.#text, this.#at)
    while (end === 0 && this.#readOn()) end = afterString(this.#text, this.#at)
    if (end === 0) throw new NotJson()
    const literal = this.#text.slice(this.#at, end)
    this.#at = end
    return parsed(literal)
  }

  #word(): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    throw new NotJson()
  }

  #number(use: NumberUse): unknown {
    for (;;) {
      NUMBER.lastIndex = this.#at
      const source = NUMBER.exec(this.#text)?.[0]
      if (source === undefined) throw new NotJson()
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

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new NotJson()
    this.#at++
  }
}

/** The text of a string literal, which may hold what JSON does not allow. */
function parsed(literal: string): string {
  try {
    return JSON.parse(literal) as string
  } catch {
    throw new NotJson()
  }
}
