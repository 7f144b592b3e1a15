/** The beginning of a text, with an ellipsis if there is more of it. @param lengthMax in UTF-16 units, without the ellipsis */
export const shorten = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text

/**
 * The text of what the code under test threw or made. It may be anything: an object without a prototype, or one that
 * itself throws when it is looked at.
 */
export function textOfAny(value: unknown): string {
  try {
    if (typeof value !== 'object' || value === null || value instanceof Error) return String(value)
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'something that has no text'
  }
}

/** The number of a request, in the order of arrival: that in its id, such as r41. */
export const numberOf = ({ id }: { readonly id: string }): number => Number(id.slice(1))
