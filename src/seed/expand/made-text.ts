import { boundOptions, MORE_MEMORY } from '../../wording/bound-options.js'
import { TEXT_MAX } from './template-bounds.js'
import { TemplateError } from './templates.js'

/** All blocks together stand for at most so many times as many records as one block may. */
const RECORDS_FACTOR = 4
/** Characters of text a record of a full block may have on the average. */
const CHARACTERS_A_RECORD = 256

/** Bytes that a record takes while it is made and loaded, without its text. */
const RECORD_BYTES = 600

/**
 * Bounds the text that the blocks of one seed make: a few lines can ask for more than any memory holds. Constant text
 * that a record shares with the one before does not count.
 */
export class MadeText {
  readonly #charactersMax: number
  #records = 0
  #characters = 0
  #last: object = {}
  /** Characters that templates gave to the record being made. */
  #drawn = 0

  /**
   * @param repeatsMax the most records that one block may stand for
   * @param memoryMax bytes that all records may take
   */
  constructor(
    readonly repeatsMax: number,
    private readonly memoryMax = Number.POSITIVE_INFINITY,
  ) {
    this.#charactersMax = Math.max(TEXT_MAX, repeatsMax * CHARACTERS_A_RECORD)
  }

  /** A block that stands for so many records is about to be made. @throws TemplateError where they take too much */
  beginBlock(repeat: number): void {
    if (repeat > 1) this.#assertFits(RECORD_BYTES * (this.#records + repeat) + this.#characters)
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
   * @throws TemplateError beyond the bound
   */
  add(made: object, isRepeated: boolean): void {
    if (isRepeated) this.#records++
    let characters = 0
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name)) characters += value.length
    }
    // Text that templates give takes memory of its own, even where it is the same again.
    this.#characters += Math.max(characters, this.#drawn)
    this.#last = made
    if (this.#records > this.repeatsMax * RECORDS_FACTOR) {
      throw this.#tooMuch(`${this.repeatsMax * RECORDS_FACTOR} records`)
    }
    if (this.#characters > this.#charactersMax) throw this.#tooMuch(`${this.#charactersMax} characters`)
    this.#assertFits(RECORD_BYTES * this.#records + this.#characters)
  }

  #assertFits(bytes: number): void {
    if (bytes <= this.memoryMax) return
    throw new TemplateError(
      `all that the blocks of a seed repeat takes more memory than ${this.memoryMax} bytes`,
      `repeat less, or ${MORE_MEMORY}`,
    )
  }

  #tooMuch(bound: string): TemplateError {
    const hint = `repeat less, or start with --${boundOptions.repeats} ${2 * this.repeatsMax}`
    return new TemplateError(`all that the blocks of a seed repeat comes to more than ${bound}`, hint)
  }
}

/** Roughly how long a value is as text; exact where it is long. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), value.length)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 1
}
