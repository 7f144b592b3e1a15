/**
 * Remembers how a number was written if JavaScript would write it differently. Ids, headers and times need this: `007`
 * isn't a valid id, and `+30` means 30 s after the origin. It's kept in a side table (docs/DESIGN.md section 4).
 */
const sources = new WeakMap<object, Map<string | number, string>>()

/** Returns undefined if JavaScript would write the number the same way. */
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

/** No double has more digits than this, and converting millions of them exactly takes seconds. */
const DIGITS_MAX = 1000

const INTEGER = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i

/** Returns a bigint if the number would lose digits. Most fields reject bigints. */
export function numberOf(value: number, source: string): number | bigint {
  if (Number.isSafeInteger(value) || source.length > DIGITS_MAX || !INTEGER.test(source)) return value
  // Some larger numbers keep their digits as well. For example, we must be able to read back an exported 1e20.
  return String(value) === source ? value : BigInt(source)
}
