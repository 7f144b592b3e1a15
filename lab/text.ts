/** Truncates a text with an ellipsis. `lengthMax` is in UTF-16 units and doesn't include the ellipsis. */
export const shorten = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text

/**
 * Formats anything that the code under test threw or returned, even an object that has no prototype or throws when it's
 * read.
 */
export function textOfAny(value: unknown): string {
  try {
    if (typeof value !== 'object' || value === null || value instanceof Error) return String(value)
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'something that has no text'
  }
}

/** Returns the number in a request id, e.g. 41 for r41. */
export const numberOf = ({ id }: { readonly id: string }): number => Number(id.slice(1))

/** Formats a count, e.g. "1 request" or "2 requests". */
export const plural = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`
