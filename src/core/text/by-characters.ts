/** Compares texts character by character. */
export const byCharacters = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
