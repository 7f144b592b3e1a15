/**
 * A seed's numbers are numbers, and its schema says what they mean. Ids, headers and times are read as they are written:
 * `007` is refused as an id, and `+30` is 30 s after the origin. So the source of each number that JavaScript would write otherwise
 * is kept beside the data (docs/DESIGN.md section 4).
 */
const sources = new WeakMap<object, Map<string | number, string>>()

/** Returns how the number in a field or an item is written, if JavaScript would write it otherwise. */
export const writtenAs = (container: object, step: string | number): string | undefined =>
  sources.get(container)?.get(step)

/** Notes how the number in a field or an item is written. */
export function noteWritten(
  container: object,
  step: string | number,
  value: unknown,
  source: string | undefined,
): void {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (!isNumber || source === undefined || String(value) === source) return
  const noted = sources.get(container) ?? new Map()
  sources.set(container, noted.set(step, source))
}

/** More than any number has that a double can hold; to read and to write millions of them exactly takes seconds. */
const DIGITS_MAX = 1000

const INTEGER = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i

/** A number of the seed: a bigint if a number would lose some of its digits, which most fields refuse. */
export function numberOf(value: number, source: string): number | bigint {
  if (Number.isSafeInteger(value) || source.length > DIGITS_MAX || !INTEGER.test(source)) return value
  // Some larger ones keep their digits too: 1e20, once written out by an export, must be read back.
  return String(value) === source ? value : BigInt(source)
}
