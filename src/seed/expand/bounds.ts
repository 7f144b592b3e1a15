import { HeapGuard } from '../../core/heap.js'
import { isRecord } from '../../core/objects.js'
import { TemplateError } from './templates.js'

/** For all of a seed's blocks together. */
export const RECORDS_MAX = 4_000_000
const CHARACTERS_MAX = 256_000_000
/** We check the heap each time this many characters have been generated. Each record counts as 100 more. */
const CHARACTERS_A_CHECK = 4_000_000
const CHARACTERS_A_RECORD = 100

/**
 * Limits how much text a seed generates, since a few lines can ask for more than fits in memory. Text that's the same
 * as in the previous record isn't counted.
 */
export class MadeText {
  #records = 0
  #characters = 0
  #unchecked = 0
  #last: object = {}
  /** Characters that templates added to the current record. */
  #drawn = 0

  /** @param heap used to refuse more records while the heap is nearly full */
  constructor(private readonly heap = new HeapGuard()) {}

  /** Also counts the records. Blocks that don't repeat are free. */
  admits(repeat: number): boolean {
    if (repeat === 1) return true
    this.#records += repeat
    return this.#records <= RECORDS_MAX
  }

  /** Counts a template's result before it's inserted. @throws TemplateError if that exceeds the limit */
  addDrawn(value: unknown): void {
    this.#drawn += lengthOf(value)
    this.#assertRoomFor(this.#drawn)
  }

  /** @throws TemplateError if the record exceeds the limit; Refusal `out_of_memory` */
  add(made: object): void {
    let characters = 0
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name)) characters += value.length
    }
    // A template's text takes up its own memory, even when it's the same as before.
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
      throw new TemplateError(`a seed can generate at most ${CHARACTERS_MAX} characters`, 'lower the repeat')
  }
}

/** Approximate for anything but strings. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), value.length)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 1
}

/** The most draws, items, words or characters a template may ask for, so that nobody has to wait long. */
const ASKED_MAX = 100_000

/** These functions expand the whole pattern before they draw. */
const TAKE_PATTERNS = new Set([
  'helpers.fromRegExp',
  'helpers.replaceCreditCardSymbols',
  'finance.creditCardNumber',
])
/** Matches a brace that isn't a short quantifier. `a{9{9}}` would expand to `a{999999999}`, and then to a huge text. */
const LONG_QUANTIFIER = /\{(?!\d{1,4}(?:,\d{1,4})?\})/

/** @param count comes from a template, so it can be anything */
export function assertFew(count: unknown, what: string): void {
  if (typeof count === 'number' && count <= ASKED_MAX) return
  throw new TemplateError(
    `it asks for more than ${ASKED_MAX} ${what}`,
    'ask for fewer; to create many records, use repeat',
  )
}

/** @throws TemplateError if a pattern would expand to a huge text */
export function assertShortPatterns(path: string, args: readonly unknown[]): void {
  if (!TAKE_PATTERNS.has(path)) return
  const texts = args.flatMap((arg) => (isRecord(arg) ? Object.values(arg) : [arg]))
  if (texts.some((text) => LONG_QUANTIFIER.test(String(text))))
    throw new TemplateError(
      'in a pattern, { must begin a quantifier of up to four digits, such as {3} or {1,3}',
    )
}
