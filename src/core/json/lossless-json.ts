/** The values of JSON text, read without loss: numbers keep all their digits, so that int64 ids stay what they are. */

/** A piece of JSON text that ends just before `end`; at the end of the text, and if no token begins, it is empty. */
export interface JsonToken {
  readonly kind: 'mark' | 'string' | 'number' | 'word' | 'unknown' | 'end'
  readonly at: number
  readonly end: number
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Returns the token that begins at `from` or after the white space there. A string ends at its closing quote: whether its
 * escapes are JSON is for `JSON.parse` to say.
 */
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

/** Returns the index after the closing quote of the string at `from`; `from` if it has none. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? from : end + 1
}

/** Whether an odd number of backslashes precedes this place. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === BACKSLASH) start--
  return (at - start) % 2 === 1
}

/** All tokens of a text, up to its end or to the first thing that is none. */
export function tokensOf(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  do tokens.push(tokenAt(text, tokens.at(-1)?.end ?? 0))
  while (tokens.at(-1)?.kind !== 'end' && tokens.at(-1)?.kind !== 'unknown')
  return tokens
}

/**
 * Reads JSON text as plain data in which each number is its digits, as text: ids of 64 bits would be rounded as numbers.
 *
 * @throws SyntaxError if it is not JSON
 */
export function parseWithDigits<T>(text: string): T {
  return parseRewritten(text, (digits) => `"${digits}"`)
}

/**
 * Reads JSON text as plain data in which integers that a number cannot hold are their digits, as text; all other numbers
 * are numbers.
 *
 * @throws SyntaxError if it is not JSON
 */
export function parseWithLongIntegers<T>(text: string): T {
  // Such digits are rare, and looking at each token of a large state takes several times as long.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return parseRewritten(text, (digits) =>
    /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits,
  )
}

/** @param jsonOf gives the JSON that takes the place of a number */
function parseRewritten<T>(text: string, jsonOf: (digits: string) => string): T {
  let rewritten = ''
  let kept = 0
  // From the first thing that is not a token the text stays as it is, and JSON.parse refuses it.
  for (let token = tokenAt(text, 0); token.end > token.at; token = tokenAt(text, token.end)) {
    if (token.kind !== 'number') continue
    rewritten += text.slice(kept, token.at) + jsonOf(text.slice(token.at, token.end))
    kept = token.end
  }
  return JSON.parse(rewritten + text.slice(kept))
}

/** Whether these digits amount to a whole number, however it is written. */
export function isWhole(digits: string): boolean {
  return !amount(digits).includes('e-')
}

/** The whole part of the number that these digits spell, as near as a number holds it; infinite beyond all numbers. */
export function truncated(digits: string): number {
  if (isWhole(digits)) return Number(digits)
  const [, sign = '', significant = '', power = ''] = /^(-?)(\d+)e(.*)$/.exec(amount(digits)) ?? []
  return Number(`${sign}${significant.slice(0, Number(power)) || '0'}`)
}

/** One spelling for every way to write the same number: significant digits and a power of ten. */
function amount(digits: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits)
  if (parts === null) return digits
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const leading = (whole + fraction).replace(/^0+/, '')
  // Written by hand, since /0+$/ takes quadratic time for a long run of zeros with a digit after it.
  let end = leading.length
  while (leading[end - 1] === '0') end--
  const significant = leading.slice(0, end)
  if (significant === '') return '0e0'
  const power = Number(exponent) - fraction.length + (leading.length - significant.length)
  return `${sign}${significant}e${power}`
}
