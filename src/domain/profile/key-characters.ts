/**
 * Sets of characters that keys may contain, e.g. "A-Za-z0-9_.:-", written like a character class in a regular
 * expression. A hyphen at either end is literal, and so are all other characters. There's no actual regular expression,
 * so no setting can make the check slow.
 */

/** Code points, including both ends. */
type Range = readonly [first: number, last: number]

/** In UTF-16 units. */
const LENGTH_MAX = 200

const HYPHEN = 0x2d

/** False if the text is empty or too long, or has a range that runs backwards. */
export function namesCharacters(text: string): boolean {
  return text !== '' && text.length <= LENGTH_MAX && rangesOf(text).every(([first, last]) => first <= last)
}

/** The first character of a key that isn't in the set, if any. */
export function strangeCharacter(key: string, text: string): string | undefined {
  const ranges = rangesOf(text)
  for (const character of key) {
    const point = character.codePointAt(0) ?? 0
    if (!ranges.some(([first, last]) => first <= point && point <= last)) return character
  }
  return undefined
}

/** Returns a regular expression (with the u flag) that matches keys made of these characters, for use in schemas. */
export function patternOf(text: string): string {
  const ranges = rangesOf(text).map(([first, last]) =>
    first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
  )
  return `^[${ranges.join('')}]+$`
}

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
