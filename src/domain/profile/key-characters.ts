/**
 * The characters that keys may have, as text: characters and ranges of them, as between the brackets of a
 * regular expression ("A-Za-z0-9_.:-"). A hyphen at an end means itself, and so does every other
 * character. It is not a regular expression, so that no text makes the check of a key slow.
 */

/** Code points, both inclusive. */
type Range = readonly [first: number, last: number]

/** The longest text, in UTF-16 units. */
const LENGTH_MAX = 200

const HYPHEN = 0x2d

/** Whether a text names characters: it is not empty, not too long, and no range of it runs backwards. */
export function namesCharacters(text: string): boolean {
  return text !== '' && text.length <= LENGTH_MAX && rangesOf(text).every(([first, last]) => first <= last)
}

/** The first character of a key that is none of those that the text names; undefined if there is none. */
export function strangeCharacter(key: string, text: string): string | undefined {
  const ranges = rangesOf(text)
  for (const character of key) {
    const point = character.codePointAt(0) ?? 0
    if (!ranges.some(([first, last]) => first <= point && point <= last)) return character
  }
  return undefined
}

/** The keys of these characters as a regular expression with the flag u, for those who describe them. */
export function patternOf(text: string): string {
  const ranges = rangesOf(text).map(([first, last]) =>
    first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
  )
  return `^[${ranges.join('')}]+$`
}

/** A code point as it is between the brackets of a regular expression. */
const escaped = (point: number): string => String.fromCodePoint(point).replace(/[\\\]^[-]/, '\\$&')

function rangesOf(text: string): Range[] {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const ranges: Range[] = []
  for (let at = 0; at < points.length; ) {
    const [first = 0, mark, last] = points.slice(at, at + 3)
    const isRange = mark === HYPHEN && last !== undefined
    ranges.push([first, isRange ? last : first])
    at += isRange ? 3 : 1
  }
  return ranges
}
