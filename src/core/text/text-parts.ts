/** Characters of a text that are read, escaped, copied or sent in one go: below a ms of work. */
export const CHARACTERS_AT_ONCE = 65_536

/** A text in parts that are as long, or a little longer; a shorter text is one. Halves of a surrogate pair stay together. */
export function* textParts(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length; ) {
    let end = start + CHARACTERS_AT_ONCE
    while (isFirstHalf(text.charCodeAt(end - 1))) end++
    yield start === 0 && end >= text.length ? text : text.slice(start, end)
    start = end
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
