/** Records are sorted by this. Within an order, all ranks have the same type. */
export type Rank = number | bigint | string

/** Records with the same rank stay in insertion order. */
export interface Order<T> {
  readonly rankOf: (record: T) => Rank
  /** Parses the rank at which a page ended. Returns undefined if it's invalid. */
  readonly read: (text: string) => Rank | undefined
}

/** By name, not including insertion order. */
export type Orders<T> = Readonly<Record<string, Order<T>>>

/** We only sort by this many characters, since they're part of a page's position, which must fit into a URL. */
const SORTED_CHARACTERS = 500

/** Matches half a surrogate pair, which isn't allowed in a URL. */
const HALF_PAIR = /\p{Surrogate}/gu

/** Sorts by the beginning of a text, character by character, so upper case comes before lower case. */
export const byText = <T>(textOf: (record: T) => string): Order<T> => ({
  rankOf(record) {
    const text = textOf(record)
    const beginning = text.length > SORTED_CHARACTERS ? text.slice(0, SORTED_CHARACTERS) : text
    return beginning.replace(HALF_PAIR, '\ufffd')
  },
  read: (text) => text,
})

export const byNumber = <T>(rankOf: (record: T) => number): Order<T> => ({
  rankOf,
  read: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
})

/** Sorts by a 64-bit integer without losing digits. Records without one come first. */
export const byInt64 = <T>(digitsOf: (record: T) => string | undefined): Order<T> => ({
  rankOf(record) {
    const digits = digitsOf(record)
    return digits === undefined ? BELOW_INT64 : BigInt(digits)
  },
  read: (text) => (/^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined),
})

const BELOW_INT64 = -(2n ** 63n) - 1n
