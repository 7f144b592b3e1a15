/** Lists longer than this get a search box. */
export const SEEN_AT_ONCE = 8

/** Returns true if every word of the search occurs in one of the texts, ignoring case. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
