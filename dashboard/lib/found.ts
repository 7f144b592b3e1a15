/** Longer lists get a search. */
export const SEEN_AT_ONCE = 8

/** True if the texts contain every word of the search, ignoring case. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
