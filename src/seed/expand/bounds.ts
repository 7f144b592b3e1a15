import { HeapGuard } from '../../core/heap.js'
import { isRecord } from '../../core/objects.js'
import { TemplateError } from './templates.js'

/** What the templates and blocks of a seed may ask for. */

/** Most records, and most characters of text, that a seed's blocks may generate. */
export const RECORDS_MAX = 4_000_000
const CHARACTERS_MAX = 256_000_000
/** Characters generated between two heap checks. Each record counts as 100 more. */
const CHARACTERS_A_CHECK = 4_000_000
const CHARACTERS_A_RECORD = 100

/**
 * Bounds the text that a seed generates, since a few lines can ask for more than fits in memory. Constant text shared
 * with the previous record isn't counted.
 */
export class MadeText {
  #records = 0
  #characters = 0
  #unchecked = 0
  #last: object = {}
  /** Characters that templates added to the current record. */
  #drawn = 0

  /** @param heap refuses more while the heap is nearly full */
  constructor(private readonly heap = new HeapGuard()) {}

  /** True if a block may generate that many records. */
  admits(repeat: number): boolean {
    if (repeat === 1) return true
    this.#records += repeat
    return this.#records <= RECORDS_MAX
  }

  /** Counts a template's result, before it is inserted. @throws TemplateError beyond the bound */
  addDrawn(value: unknown): void {
    this.#drawn += lengthOf(value)
    this.#assertRoomFor(this.#drawn)
  }

  /** Counts a generated record. @throws TemplateError beyond the bound; Refusal out_of_memory */
  add(made: object): void {
    let characters = 0
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name)) characters += value.length
    }
    // Text from templates takes memory of its own, even if it repeats.
    const more = Math.max(characters, this.#drawn)
    this.#assertRoomFor(more)
    this.#drawn = 0
    this.#characters += more
    this.#last = made
    this.#unchecked += more + CHARACTERS_A_RECORD
    if (this.#unchecked < CHARACTERS_A_CHECK) return
    this.#unchecked = 0
    this.heap.admit()
  }

  #assertRoomFor(more: number): void {
    if (this.#characters + more > CHARACTERS_MAX)
      throw new TemplateError(`the blocks of a seed make ${CHARACTERS_MAX} characters at most`, 'repeat less')
  }
}

/** Estimates the length of a value as text; exact for long ones. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), value.length)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 1
}

/** Most draws, items, words or characters per template, so nobody has to wait long. */
const ASKED_MAX = 100_000

/** They expand a pattern completely before they draw. */
const TAKE_PATTERNS = new Set([
  'helpers.fromRegExp',
  'helpers.replaceCreditCardSymbols',
  'finance.creditCardNumber',
])
/** A brace that isn't a short quantifier: `a{9{9}}` would expand to a{999999999}, and that to its text. */
const LONG_QUANTIFIER = /\{(?!\d{1,4}(?:,\d{1,4})?\})/

/** @param count may be anything, since templates supply it. @throws TemplateError beyond the bound */
export function assertFew(count: unknown, what: string): void {
  if (typeof count === 'number' && count <= ASKED_MAX) return
  throw new TemplateError(
    `it asks for more than ${ASKED_MAX} ${what}`,
    'ask for less; repeat makes many records',
  )
}

/** @throws TemplateError for a pattern that would expand to a huge text. @param path of the function */
export function assertShortPatterns(path: string, args: readonly unknown[]): void {
  if (!TAKE_PATTERNS.has(path)) return
  const texts = args.flatMap((arg) => (isRecord(arg) ? Object.values(arg) : [arg]))
  if (texts.some((text) => LONG_QUANTIFIER.test(String(text))))
    throw new TemplateError('in a pattern { begins a quantifier of up to four digits, such as {3} or {1,3}')
}
