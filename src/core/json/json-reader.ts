import { setField } from '../objects.js'
import { type JsonToken, tokenAt } from './lossless-json.js'

/** What JSON may have at a place, in words. */
export type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in double quotes'
  | 'a name in double quotes or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'nothing more'

/** Thrown at the first syntax error in a text. */
export class JsonMismatch extends Error {
  constructor(
    readonly at: number,
    readonly expected: Expected,
  ) {
    super(`expected ${expected}`)
  }
}

export type JsonContainer = Record<string, unknown> | unknown[]

/** A field or an item that is about to be read. */
export interface JsonMember<Use> {
  readonly container: JsonContainer
  /** The name of a field, or the index of an item. */
  readonly step: string | number
  /** Its place among the members of the container, from 0. */
  readonly index: number
  /** How the values of the container are used. */
  readonly use: Use
  /** The offset of the name, or of the item. */
  readonly at: number
  readonly valueAt: number
}

/** How `readJsonText` makes data of a text. `Use` says how a value is used, by the names that lead to it. */
export interface JsonReading<Use> {
  /** How the whole is used. */
  readonly use: Use
  /** Returns how the value of a field is used. */
  useOf(around: Use, name: string): Use
  /** Makes a value of the digits of a number. */
  number(digits: string, use: Use): unknown
  /** Called with each mapping and list, which is still empty, its offset and how many others it is in. */
  begin?(container: JsonContainer, at: number, depth: number): void
  /** Called with each field and item, before its value is read. */
  member?(member: JsonMember<Use>): void
}

/** Reads as `JSON.parse` does. */
const plain: JsonReading<undefined> = { use: undefined, useOf: () => undefined, number: Number }

/** A mapping or list whose closing bracket is still to come. */
interface Open<Use> {
  readonly data: JsonContainer
  readonly use: Use
  /** How many members were read. */
  members: number
}

/**
 * Checks that a text is JSON.
 *
 * @throws JsonMismatch
 */
export const assertJson = (text: string): unknown => readJsonText(text, plain)

/**
 * Reads JSON text to plain data. It does not call itself, so that text of any depth can be read.
 *
 * @throws JsonMismatch
 */
export function readJsonText<Use>(text: string, reading: JsonReading<Use>): unknown {
  const reader = new JsonReader(text, reading)
  return reader.read()
}

class JsonReader<Use> {
  readonly #open: Open<Use>[] = []
  #end = 0

  constructor(
    private readonly text: string,
    private readonly reading: JsonReading<Use>,
  ) {}

  read(): unknown {
    const data = this.#value(this.#next(), 'a value', this.reading.use)
    for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) this.#memberOrEnd(open)
    const token = this.#next()
    if (token.kind !== 'end') throw new JsonMismatch(token.at, 'nothing more')
    return data
  }

  #memberOrEnd(open: Open<Use>): void {
    const { data, members } = open
    const isList = Array.isArray(data)
    let token = this.#next()
    if (this.#isMark(token, isList ? ']' : '}')) {
      this.#open.pop()
      return
    }
    if (members > 0) {
      if (!this.#isMark(token, ','))
        throw new JsonMismatch(token.at, isList ? 'a comma or ]' : 'a comma or }')
      token = this.#next()
    }
    open.members++
    if (isList) this.#item(data, open, token)
    else this.#field(data, open, token)
  }

  #item(data: unknown[], { use, members }: Open<Use>, token: JsonToken): void {
    const index = members - 1
    this.reading.member?.({ container: data, step: index, index, use, at: token.at, valueAt: token.at })
    data.push(this.#value(token, index > 0 ? 'a value' : 'a value or ]', use))
  }

  #field(data: Record<string, unknown>, { use, members }: Open<Use>, token: JsonToken): void {
    const index = members - 1
    const name = this.#string(token, index > 0 ? 'a name in double quotes' : 'a name in double quotes or }')
    const colon = this.#next()
    if (!this.#isMark(colon, ':')) throw new JsonMismatch(colon.at, 'a colon')
    const valueToken = this.#next()
    this.reading.member?.({ container: data, step: name, index, use, at: token.at, valueAt: valueToken.at })
    setField(data, name, this.#value(valueToken, 'a value', this.reading.useOf(use, name)))
  }

  /** Returns a mapping or list as soon as it begins, still empty. */
  #value(token: JsonToken, expected: Expected, use: Use): unknown {
    const { kind, at, end } = token
    if (kind === 'string') return this.#string(token, expected)
    if (kind === 'number') return this.reading.number(this.text.slice(at, end), use)
    if (kind === 'word') return this.text[at] === 'n' ? null : this.text[at] === 't'
    if (!this.#isMark(token, '{') && !this.#isMark(token, '[')) throw new JsonMismatch(at, expected)
    const data: JsonContainer = this.text[at] === '{' ? {} : []
    this.reading.begin?.(data, at, this.#open.length)
    this.#open.push({ data, use, members: 0 })
    return data
  }

  #string({ kind, at, end }: JsonToken, expected: Expected): string {
    if (kind !== 'string') throw new JsonMismatch(at, expected)
    const literal = this.text.slice(at, end)
    if (!ESCAPED_OR_ODD.test(literal)) return literal.slice(1, -1)
    try {
      return JSON.parse(literal)
    } catch {
      throw new JsonMismatch(at, expected)
    }
  }

  #next(): JsonToken {
    const token = tokenAt(this.text, this.#end)
    this.#end = token.end
    return token
  }

  #isMark({ kind, at }: JsonToken, mark: string): boolean {
    return kind === 'mark' && this.text[at] === mark
  }
}

/** What a text in quotes may not have as it is, and what begins an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a text.
const ESCAPED_OR_ODD = /[\u0000-\u001f\\]/
