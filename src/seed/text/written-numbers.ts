/**
 * How numbers were written, where JavaScript would write them differently. Ids, headers and times depend on it: `007`
 * is rejected as an id, and `+30` is 30 s after the origin. Kept in a side table (docs/DESIGN.md section 4).
 */
const sources = new WeakMap<object, Map<string | number, string>>()

/** Returns undefined if JavaScript would write the number the same. */
export const writtenAs = (container: object, step: string | number): string | undefined =>
  sources.get(container)?.get(step)

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

/** More digits than any double has. Handling millions of them exactly takes seconds. */
const DIGITS_MAX = 1000

const INTEGER = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i

/** Returns a bigint if a number would lose digits, which most fields reject. */
export function numberOf(value: number, source: string): number | bigint {
  if (Number.isSafeInteger(value) || source.length > DIGITS_MAX || !INTEGER.test(source)) return value
  // Some larger ones keep their digits too: an exported 1e20 must be readable.
  return String(value) === source ? value : BigInt(source)
}
