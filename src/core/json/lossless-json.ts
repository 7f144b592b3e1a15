/** Reads JSON without losing any digits, so that int64 ids stay exact. */

/** A slice of JSON text. It's empty at the end of the text, or if no token begins there. */
export interface JsonToken {
  readonly kind: 'mark' | 'string' | 'number' | 'word' | 'unknown' | 'end'
  readonly at: number
  readonly end: number
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Returns the next token, skipping white space. A string's escapes aren't checked, since `JSON.parse` does that. */
export function tokenAt(text: string, from: number): JsonToken {
  const at = afterSpace(text, from)
  const code = text.charCodeAt(at)
  if (code === QUOTE) return tokenTo(endOfString(text, at), 'string', at)
  if (MARKS.has(code)) return { kind: 'mark', at, end: at + 1 }
  if (at >= text.length) return { kind: 'end', at, end: at }
  const isNumber = code === 0x2d || (code >= 0x30 && code <= 0x39)
  const pattern = isNumber ? NUMBER : WORD
  pattern.lastIndex = at
  return tokenTo(pattern.test(text) ? pattern.lastIndex : at, isNumber ? 'number' : 'word', at)
}

const MARKS: ReadonlySet<number> = new Set([...'{}[],:'].map((mark) => mark.charCodeAt(0)))

const tokenTo = (end: number, kind: JsonToken['kind'], at: number): JsonToken => ({
  kind: end === at ? 'unknown' : kind,
  at,
  end,
})

function afterSpace(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
  }
}

/** Returns the index right after the string that begins at `from`, or `from` if it has no closing quote. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? from : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === BACKSLASH) start--
  return (at - start) % 2 === 1
}

/** Returns all tokens up to and including the first invalid one. */
export function tokensOf(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  do tokens.push(tokenAt(text, tokens.at(-1)?.end ?? 0))
  while (tokens.at(-1)?.kind !== 'end' && tokens.at(-1)?.kind !== 'unknown')
  return tokens
}

/**
 * Parses JSON, converting every number to a string of its digits. As numbers, 64-bit ids would be rounded.
 *
 * @throws SyntaxError if it isn't JSON
 */
export function parseWithDigits<T>(text: string): T {
  return parseRewritten(text, (digits) => `"${digits}"`)
}

/**
 * Parses JSON, converting integers beyond the safe range to strings of their digits. Other numbers stay numbers.
 *
 * @throws SyntaxError if it isn't JSON
 */
export function parseWithLongIntegers<T>(text: string): T {
  // Such integers are rare, and tokenizing a large state takes several times as long.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return parseRewritten(text, (digits) =>
    /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits,
  )
}

function parseRewritten<T>(text: string, jsonOf: (digits: string) => string): T {
  let rewritten = ''
  let kept = 0
  // Stops at an invalid token, and leaves the rest for JSON.parse to reject.
  for (let token = tokenAt(text, 0); token.end > token.at; token = tokenAt(text, token.end)) {
    if (token.kind !== 'number') continue
    rewritten += text.slice(kept, token.at) + jsonOf(text.slice(token.at, token.end))
    kept = token.end
  }
  return JSON.parse(rewritten + text.slice(kept))
}

/** In any spelling, e.g. "1.0" or "10e-1". */
export function isWhole(digits: string): boolean {
  return !amount(digits).includes('e-')
}

/** Truncates to an integer as precisely as possible. Returns Infinity if it's too large. */
export function truncated(digits: string): number {
  if (isWhole(digits)) return Number(digits)
  const [, sign = '', significant = '', power = ''] = /^(-?)(\d+)e(.*)$/.exec(amount(digits)) ?? []
  return Number(`${sign}${significant.slice(0, Number(power)) || '0'}`)
}

/** Normalizes a number to significant digits and a power of ten, so that equal numbers give the same text. */
function amount(digits: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits)
  if (parts === null) return digits
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const leading = (whole + fraction).replace(/^0+/, '')
  // A loop, because /0+$/ takes quadratic time for a long run of zeros followed by a digit.
  let end = leading.length
  while (leading[end - 1] === '0') end--
  const significant = leading.slice(0, end)
  if (significant === '') return '0e0'
  const power = Number(exponent) - fraction.length + (leading.length - significant.length)
  return `${sign}${significant}e${power}`
}
