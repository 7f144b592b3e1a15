/** The length of a list that people look through without a search or another order. */
export const SEEN_AT_ONCE = 8

/** Whether the texts contain every word of the search, in capitals or not. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
