/**
 * The levels above the records, whose mappings and lists have their places noted. Those of records take a number each, in
 * their lists; what lies deeper is looked for in the text.
 */
export const PLACED_LEVELS = 4

/** The bytes that reading a byte of text takes, where records are of a usual length. All of these are estimates. */
export const READING_FACTOR = 7

/** The bytes that reading a byte of a file takes, besides the objects that it becomes. */
export const FILE_FACTOR = 4

/** What a mapping or list above the records becomes: data with its places, and what a namespace or a store is made of. */
const PLACED_BYTES = 1100
/** A field there, or an item, which may be anything. */
const PLACED_MEMBER_BYTES = 450
/** A record, as it is read, expanded and written. */
const RECORD_BYTES = 600
/** What lies in one. */
const COLLECTION_BYTES = 100
const MEMBER_BYTES = 32
/** A lexeme of YAML above the records, with what it becomes in the tree and in the data. */
const PLACED_LEXEME_BYTES = 200
/** One in a record. */
const LEXEME_BYTES = 80

/** Is told of bytes that are taken. @throws Refusal out_of_memory where there is no room for them */
export type Hold = (bytes: number) => void

/**
 * What the objects of a text take while it is read, and while its contents are made. Short records take many times as much
 * as their text, for which there is room already.
 */
export class ReadingRoom {
  #bytes = 0
  #held = 0

  /** @param heldFactor the bytes a character that are held already */
  constructor(
    private readonly hold: Hold | undefined,
    private readonly heldFactor = READING_FACTOR,
  ) {}

  /** @param level how many collections are around it, here and below */
  noteCollection(level: number): void {
    if (level < PLACED_LEVELS) this.#bytes += PLACED_BYTES
    else this.#bytes += level === PLACED_LEVELS ? RECORD_BYTES : COLLECTION_BYTES
  }

  noteMember(level: number): void {
    this.#bytes += level < PLACED_LEVELS ? PLACED_MEMBER_BYTES : MEMBER_BYTES
  }

  noteLexeme(level: number): void {
    this.#bytes += level < PLACED_LEVELS ? PLACED_LEXEME_BYTES : LEXEME_BYTES
  }

  /** Holds what was noted beyond what is held for so many characters. */
  settle(characters: number): void {
    const more = this.#bytes - this.heldFactor * characters - this.#held
    if (more <= 0) return
    this.hold?.(more)
    this.#held += more
  }
}
