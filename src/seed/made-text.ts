import { boundOptions } from '../domain/bounds.js'
import { TemplateError } from './templates.js'

/** Blocks may be many: all of them together stand for no more than so many times what one may. */
const RECORDS_FACTOR = 4
/** Characters of text a record of a full block may have on the average. */
const CHARACTERS_A_RECORD = 256

/**
 * Holds what the blocks of one seed make to a bound, since a few lines can ask for more than any memory holds. Text that
 * a record shares with the one before takes none.
 */
export class MadeText {
  #records = 0
  #characters = 0
  #last: object = {}

  /** @param repeatsMax the most records that one block may stand for */
  constructor(private readonly repeatsMax: number) {}

  /** Counts a record that a block with a repeat made. @throws TemplateError beyond the bound */
  add(made: object): void {
    this.#records++
    for (const [name, value] of Object.entries(made)) {
      if (typeof value === 'string' && value !== Reflect.get(this.#last, name))
        this.#characters += value.length
    }
    this.#last = made
    if (this.#records > this.repeatsMax * RECORDS_FACTOR) {
      throw this.#tooMuch(`${this.repeatsMax * RECORDS_FACTOR} records`)
    }
    if (this.#characters > this.repeatsMax * CHARACTERS_A_RECORD) {
      throw this.#tooMuch(`${this.repeatsMax * CHARACTERS_A_RECORD} characters`)
    }
  }

  #tooMuch(bound: string): TemplateError {
    const hint = `repeat less, or start with --${boundOptions.repeats} ${2 * this.repeatsMax}`
    return new TemplateError(`all that the blocks of a seed repeat comes to more than ${bound}`, hint)
  }
}
