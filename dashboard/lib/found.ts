/** Lists longer than this get a search box. */
export const SEEN_AT_ONCE = 8

/** Every word has to occur in one of the texts. Ignores case. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
