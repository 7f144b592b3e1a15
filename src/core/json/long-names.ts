import { isJson } from './json-problem.js'

/** Stands in JSON text for a name that is too long. */
const STAND_IN = '"(a long name)"'

/**
 * JSON text in which names of more than so many characters are one short other: it is sound where the text is, and the
 * engine reads it in a time that grows as the text does (core/text/text-key.ts).
 */
export function withShortNames(text: string, longest: number): string {
  if (!mayHaveLongName(text, longest)) return text
  let rewritten = ''
  let kept = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = nextQuote(text, start)
    if (end < 0) break
    if (end - start - 1 > longest && isBeforeColon(text, end) && isJson(text.slice(start, end + 1))) {
      rewritten += text.slice(kept, start) + STAND_IN
      kept = end + 1
    }
    start = text.indexOf('"', end + 1)
  }
  return kept === 0 ? text : rewritten + text.slice(kept)
}

/**
 * Whether two neighbouring quotes are that far apart, with a colon behind the second. Whatever lies between two quotes is
 * looked for at one place alone, so that this is quick where texts are short.
 */
function mayHaveLongName(text: string, longest: number): boolean {
  let before = -1
  for (let at = longest; at < text.length; ) {
    const start = lastQuote(text, at, before)
    const end = nextQuote(text, at)
    if (end < 0) return false
    if (end - start - 1 > longest && isBeforeColon(text, end)) return true
    before = end
    at = Math.max(at + longest, end + 1)
  }
  return false
}

/** Where the first quote stands behind a place; -1 where there is none. */
function nextQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at
}

/** Where the last quote stands up to a place, unless that is before another one. */
function lastQuote(text: string, from: number, least: number): number {
  let at = from
  while (at > least && (text.charCodeAt(at) !== QUOTE || isEscaped(text, at))) at--
  return at
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether an odd number of backslashes precedes this place. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === BACKSLASH) start--
  return (at - start) % 2 === 1
}

const COLON = /[ \t\n\r]*:/y

function isBeforeColon(text: string, end: number): boolean {
  COLON.lastIndex = end + 1
  return COLON.test(text)
}
