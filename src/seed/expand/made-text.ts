import { HeapGuard } from '../../core/heap.js'
import { TEXT_MAX } from './template-bounds.js'
import { TemplateError } from './templates.js'

/** The most records that one block of a seed may make. */
export const REPEATS_MAX = 1_000_000
/** The most records that the blocks of one seed may make together. */
const RECORDS_MAX = 4 * REPEATS_MAX
/** The most characters of text in the records that the blocks of one seed make. */
const CHARACTERS_MAX = 256 * REPEATS_MAX
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

  /** Call before the records of a block are made. @throws TemplateError if they are too many */
  beginBlock(repeat: number): void {
    if (repeat > 1) assertAtMost(RECORDS_MAX, this.#records + repeat, 'records')
  }

  /** The next record is about to be made. */
  beginRecord(): void {
    this.#drawn = 0
  }

  /** Counts what a template gave, before it is put into the text. @throws TemplateError beyond what a record may hold */
  addDrawn(value: unknown): void {
    this.#drawn += lengthOf(value)
    if (this.#drawn > TEXT_MAX) {
      throw new TemplateError(
        `the templates of one record give more than ${TEXT_MAX} characters`,
        'ask for less',
      )
    }
  }

  /**
   * Counts a record made by a block with a repeat or with templates.
   *
   * @param isRepeated whether the seed holds less text for it than the record itself
   * @throws TemplateError beyond the bound; Refusal out_of_memory
   */
  add(made: object, isRepeated: boolean): void {
    if (isRepeated) this.#records++
    let characters = 0
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name)) characters += value.length
    }
    // Text that templates give takes memory of its own, even if it is the same again.
    const more = Math.max(characters, this.#drawn)
    this.#characters += more
    this.#last = made
    assertAtMost(CHARACTERS_MAX, this.#characters, 'characters')
    this.#unchecked += more + CHARACTERS_A_RECORD
    if (this.#unchecked < CHARACTERS_A_CHECK) return
    this.#unchecked = 0
    this.heap.admit()
  }
}

function assertAtMost(max: number, count: number, what: string): void {
  if (count <= max) return
  throw new TemplateError(
    `all that the blocks of a seed repeat comes to more than ${max} ${what}`,
    'repeat less',
  )
}

/** Roughly how long a value is as text; exact if it is long. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), value.length)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 1
}
