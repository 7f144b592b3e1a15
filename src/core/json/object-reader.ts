import { ownCopy } from './json-text.js'
import { OpenBrackets } from './open-brackets.js'
import { BETWEEN, charactersOfEscape, mayEnd, NONE, OVER, stateBehind } from './scalars.js'

/** What was found of an object. */
export interface ObjectRead {
  /** Of its members those that were asked for and the first of all others, in the order of `Object.keys`. */
  readonly names: readonly string[]
  /**
   * The JSON text of each member that was asked for, without white space, the last one where there are several of a name:
   * in pieces, of which none ends within an escape.
   */
  readonly pieces: ReadonlyMap<string, readonly string[]>
}

/** What may come next, as bits. */
const VALUE = 1
const NAME = 2
const COLON = 4
const COMMA = 8
const END_OF_LIST = 16
const END_OF_OBJECT = 32
const NOTHING = 64

const QUOTE = 0x22
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * Reads the JSON text of an object part by part: whether it is JSON, as `JSON.parse` finds it, and some of its members.
 * It keeps nothing of the others, and makes no data.
 */
export class ObjectReader {
  readonly #asked: ReadonlySet<string>
  readonly #names: string[] = []
  readonly #pieces = new Map<string, readonly string[]>()
  readonly #open = new OpenBrackets()
  #expected = VALUE
  #scalar = BETWEEN
  #isObject = false
  #isBroken = false
  #hasOther = false
  /** The least of the other names that are numbers: `Object.keys` puts it ahead of all. */
  #leastIndex: number | undefined
  /** The member that was asked for and whose value comes next. */
  #name: string | undefined
  /** The pieces of what is kept, and where in this part the next one begins. */
  #kept: string[] | undefined
  #from = 0
  /** The beginning of an escape that goes on in the next part. */
  #cut = ''

  /** @param names the members that are asked for; none is a number */
  constructor(names: readonly string[]) {
    this.#asked = new Set(names)
  }

  /** Reads the next part. No pair of surrogates may be cut. */
  take(part: string): void {
    this.#from = 0
    for (let at = 0; at < part.length && !this.#isBroken; ) {
      const code = part.charCodeAt(at)
      if (this.#scalar === BETWEEN) this.#mark(part, at++, code)
      else if (this.#goesOn(code)) at++
      else this.#endScalar(part, at)
      if (this.#scalar === OVER) this.#endScalar(part, at)
    }
    this.#keep(part, part.length)
  }

  /** @returns what is wrong, or what was found, once all parts were read */
  end(): 'no JSON' | 'no object' | ObjectRead {
    const isWhole = this.#expected === NOTHING || (this.#open.depth === 0 && mayEnd(this.#scalar))
    if (this.#isBroken || !isWhole) return 'no JSON'
    if (!this.#isObject) return 'no object'
    return { names: this.#namesInOrder(), pieces: this.#pieces }
  }

  #namesInOrder(): readonly string[] {
    if (this.#leastIndex === undefined) return this.#names
    return [String(this.#leastIndex), ...this.#names.filter((name) => this.#asked.has(name))]
  }

  /** A character that is no part of a scalar, or begins one. */
  #mark(part: string, at: number, code: number): void {
    if (isSpace(code)) {
      this.#keep(part, at)
      this.#from = at + 1
      return
    }
    switch (String.fromCharCode(code)) {
      case ',':
        this.#expect(COMMA)
        this.#expected = this.#open.isObject ? NAME : VALUE
        break
      case ':':
        this.#expect(COLON)
        this.#expected = VALUE
        break
      case '{':
        this.#begin(at, true)
        break
      case '[':
        this.#begin(at, false)
        break
      case '}':
        this.#end(part, at + 1, END_OF_OBJECT)
        break
      case ']':
        this.#end(part, at + 1, END_OF_LIST)
        break
      default:
        this.#beginScalar(at, code)
    }
  }

  #begin(at: number, isObject: boolean): void {
    this.#expect(VALUE)
    if (this.#open.depth === 0) this.#isObject = isObject
    if (this.#isAskedFor()) this.#keepFrom(at)
    this.#open.add(isObject)
    this.#expected = isObject ? NAME | END_OF_OBJECT : VALUE | END_OF_LIST
  }

  #end(part: string, end: number, bracket: number): void {
    this.#expect(bracket)
    this.#open.drop()
    this.#endValue(part, end)
  }

  #beginScalar(at: number, code: number): void {
    this.#expect(code === QUOTE ? VALUE | NAME : VALUE)
    this.#scalar = stateBehind(BETWEEN, code)
    if (this.#scalar === NONE) this.#isBroken = true
    else if (this.#isNameOfOwn() || this.#isAskedFor()) this.#keepFrom(at)
  }

  /** Takes a character into the scalar; false where it stands behind it. */
  #goesOn(code: number): boolean {
    const next = stateBehind(this.#scalar, code)
    if (next !== NONE) this.#scalar = next
    else if (mayEnd(this.#scalar)) return false
    else this.#isBroken = true
    return true
  }

  /** @param end behind its last character */
  #endScalar(part: string, end: number): void {
    this.#scalar = BETWEEN
    if ((this.#expected & NAME) === 0) {
      this.#endValue(part, end)
      return
    }
    if (this.#isNameOfOwn()) this.#noteName(this.#takeKept(part, end).join(''))
    this.#expected = COLON
  }

  #endValue(part: string, end: number): void {
    if (this.#open.depth === 0) this.#expected = NOTHING
    else this.#expected = COMMA | (this.#open.isObject ? END_OF_OBJECT : END_OF_LIST)
    if (this.#name === undefined || !this.#isAskedFor()) return
    this.#pieces.set(this.#name, this.#takeKept(part, end))
    this.#name = undefined
  }

  #expect(what: number): void {
    if ((this.#expected & what) === 0) this.#isBroken = true
  }

  /** Whether a name that begins or ends is one of the object itself. */
  #isNameOfOwn(): boolean {
    return this.#open.depth === 1 && (this.#expected & NAME) !== 0
  }

  /** Whether a value that begins or ends is that of a member which was asked for. */
  #isAskedFor(): boolean {
    return this.#open.depth === 1 && this.#name !== undefined
  }

  #keepFrom(at: number): void {
    this.#kept = []
    this.#from = at
  }

  /** Keeps what was read of this part, up to a place. */
  #keep(part: string, to: number): void {
    if (this.#kept === undefined) return
    const text = this.#cut + part.slice(this.#from, to)
    const end = text.length - charactersOfEscape(this.#scalar)
    if (end > 0) this.#kept.push(text.slice(0, end))
    this.#cut = text.slice(end)
    this.#from = to
  }

  #takeKept(part: string, end: number): readonly string[] {
    this.#keep(part, end)
    const kept = this.#kept ?? []
    this.#kept = undefined
    return kept
  }

  #noteName(literal: string): void {
    const name: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1)
    if (this.#asked.has(name)) {
      this.#name = name
      if (!this.#names.includes(name)) this.#names.push(name)
      return
    }
    if (isIndex(name)) this.#leastIndex = Math.min(Number(name), this.#leastIndex ?? Number.POSITIVE_INFINITY)
    if (this.#hasOther) return
    this.#hasOther = true
    // A slice keeps all alive that it was cut from.
    this.#names.push(ownCopy(name))
  }
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/
const INDEX_MAX = 2 ** 32 - 2

/** Whether a name is listed as a number is. */
const isIndex = (name: string): boolean => INDEX.test(name) && Number(name) <= INDEX_MAX
