/** The sort orders of a list, by name. */

/** The value by which records are sorted; of one type within an order. */
export type Rank = number | bigint | string

/** An order of a list. Records of the same rank are in the order of insertion. */
export interface Order<T> {
  readonly rankOf: (record: T) => Rank
  /** Parses the rank at which a page ended; undefined if it is invalid. */
  readonly read: (text: string) => Rank | undefined
}

/** The orders of a list besides insertion order, by name. */
export type Orders<T> = Readonly<Record<string, Order<T>>>

/** Characters by which texts are sorted: the place of a page, which has them, must fit into an address. */
const SORTED_CHARACTERS = 500

/** Half a surrogate pair, which no address holds. */
const HALF_PAIR = /\p{Surrogate}/gu

/** Sorts by the beginning of a text, character by character: capitals come before small letters. */
export const byText = <T>(textOf: (record: T) => string): Order<T> => ({
  rankOf(record) {
    const text = textOf(record)
    const beginning = text.length > SORTED_CHARACTERS ? text.slice(0, SORTED_CHARACTERS) : text
    return beginning.replace(HALF_PAIR, '\ufffd')
  },
  read: (text) => text,
})

/** Sorts by a number. */
export const byNumber = <T>(rankOf: (record: T) => number): Order<T> => ({
  rankOf,
  read: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
})

/** Sorts by a whole number with all digits of 64 bits; records without one come first. */
export const byInt64 = <T>(digitsOf: (record: T) => string | undefined): Order<T> => ({
  rankOf(record) {
    const digits = digitsOf(record)
    return digits === undefined ? BELOW_INT64 : BigInt(digits)
  },
  read: (text) => (/^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined),
})

const BELOW_INT64 = -(2n ** 63n) - 1n
