import { hash128 } from '../random.js'

/**
 * The longest text that the engine finds in a Map, a Set or an object by all of its characters. Longer ones it finds by
 * their length alone: of many that are as long and begin alike, it compares each with all others.
 */
export const HASHED_LENGTH_MAX = 16_383

/**
 * What a text is kept under in a Map or Set, where nothing bounds its length: itself, or a number in place of a long one.
 *
 * @example
 * const counts = new Map<string | bigint, number>()
 * counts.set(textKey(target), 1)
 */
export const textKey = (text: string): string | bigint =>
  text.length <= HASHED_LENGTH_MAX ? text : numberOf(text)

/** Of 128 bits and the length: texts that share one do not come up. */
const numberOf = (text: string): bigint =>
  hash128(text).reduce((number, word) => (number << 32n) | BigInt(word >>> 0), BigInt(text.length))
