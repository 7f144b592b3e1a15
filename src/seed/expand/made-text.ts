import { HeapGuard } from '../../core/heap.js'
import { TemplateError } from './templates.js'

/** The most records that the blocks of one seed may make together, and the most characters of text in them. */
export const RECORDS_MAX = 4_000_000
const CHARACTERS_MAX = 256_000_000
/** Characters that are made between two checks of the heap. Each record counts as 100 more. */
const CHARACTERS_A_CHECK = 4_000_000
const CHARACTERS_A_RECORD = 100

/**
 * Bounds the text that the blocks of one seed make: a few lines can ask for more than any memory holds. Constant text
 * that a record shares with the one before does not count.
 */
export class MadeText {
  #records = 0
  #characters = 0
  #unchecked = 0
  #last: object = {}
  /** Characters that templates gave to the record being made. */
  #drawn = 0

  /** @param heap refuses more while the heap of the process is nearly full */
  constructor(private readonly heap = new HeapGuard()) {}

  /** Returns whether a block may make that many records. */
  admits(repeat: number): boolean {
    if (repeat === 1) return true
    this.#records += repeat
    return this.#records <= RECORDS_MAX
  }

  /** Counts what a template gave, before it is put into the text. @throws TemplateError beyond the bound */
  addDrawn(value: unknown): void {
    this.#drawn += lengthOf(value)
    this.#assertRoomFor(this.#drawn)
  }

  /**
   * Counts a record made by a block with a repeat or with templates.
   *
   * @throws TemplateError beyond the bound; Refusal out_of_memory
   */
  add(made: object): void {
    let characters = 0
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name)) characters += value.length
    }
    // Text that templates give takes memory of its own, even if it is the same again.
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

/** Roughly how long a value is as text; exact if it is long. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), value.length)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 1
}
