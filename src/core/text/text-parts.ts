import type { Steps } from '../steps.js'

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

/** Parts as one text. A long one is put together in a turn of its own: a copy of many MB takes some ms. */
export function* inOne(parts: readonly string[]): Steps<string> {
  const [first = '', ...others] = parts
  if (others.length === 0) return first
  const isLong = parts.reduce((length, part) => length + part.length, 0) > CHARACTERS_AT_ONCE
  if (isLong) yield
  const text = parts.join('')
  if (isLong) yield
  return text
}
