import { assertJson, type Expected, JsonMismatch } from './json-reader.js'

/** The first place at which a text is not JSON. */
export interface JsonProblem {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
  readonly hint?: string
}

/** What is wrong at an offset, from which on a text is not JSON. */
export interface Mistake {
  readonly at: number
  readonly message: string
  readonly hint?: string
}

/** Characters of what was found that are shown. */
const FOUND_SHOWN_MAX = 40
/** What a text in quotes may not have as it is, and what begins an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a text.
const ODD = /[\u0000-\u001f\\"]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/**
 * The first place at which a text is not JSON, in the same words whatever reads it; undefined if it is JSON.
 */
export const jsonProblem = (text: string): JsonProblem | undefined =>
  isJson(text) ? undefined : problemOfBroken(text)

/** What is wrong with a text that is not JSON, and where, in one line. */
export function brokenJsonText(text: string): string {
  const { line, column, message, hint } = problemOfBroken(text)
  return `line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}

/** Returns the position of the first syntax error in a text that is not JSON. */
export function problemOfBroken(text: string): JsonProblem {
  if (text.trim() === '')
    return { line: 1, column: 1, message: 'a JSON value is needed, such as "text", 1 or {}' }
  try {
    assertJson(text)
  } catch (error) {
    if (!(error instanceof JsonMismatch)) throw error
    const { at, ...mistake } = mistakeOf(error, text)
    const before = text.slice(0, at).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, ...mistake }
  }
  throw new Error('this text is JSON')
}

/** Describes the first syntax error in a text that is not JSON. */
export function mistakeOf({ at, expected }: JsonMismatch, text: string): Mistake {
  if (at >= text.length) return { at, message: `it ends too early: expected ${expected}` }
  const isText = text[at] === '"' && /^a (?:value|name)/.test(expected)
  const inText = isText ? mistakeInText(text, at) : undefined
  return inText ?? { at, ...unexpected(text.slice(at, at + FOUND_SHOWN_MAX), expected) }
}

function unexpected(found: string, expected: Expected): Omit<Mistake, 'at'> {
  const [first = ''] = found
  const isValue = expected.startsWith('a value')
  if (first === '\ufeff') return { message: 'this is a byte order mark, which JSON does not have' }
  if (first === "'" && /^a (?:value|name)/.test(expected))
    return { message: 'text is written in double quotes' }
  if (isValue && /^(?:-|\+|\.\d)/.test(found)) return { message: 'this is not a JSON number' }
  const [token = first] = /^(?:[\w$]+|"[^"]*"?)/.exec(found) ?? []
  const message = `expected ${expected}, found ${token}`
  const isTrailing =
    (expected === 'a value' && first === ']') || (expected === 'a name in double quotes' && first === '}')
  return isTrailing ? { message, hint: 'JSON has no comma after the last member' } : { message }
}

/** Says what is wrong in the text in quotes that begins at `start`; undefined if nothing is. */
function mistakeInText(text: string, start: number): Mistake | undefined {
  const odd = new RegExp(ODD)
  odd.lastIndex = start + 1
  for (let found = odd.exec(text); found !== null; found = odd.exec(text)) {
    const [sign] = found
    const at = found.index
    if (sign === '"') return undefined
    if (sign === '\n' || sign === '\r')
      return {
        at: start,
        message: 'this text has no closing quote on its line',
        hint: 'a line break in a text is written \\n',
      }
    if (sign !== '\\') return { at, message: `a control character in a text is written ${escaped(sign)}` }
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) {
      // The text ends after the backslash.
      if (at + 1 >= text.length) break
      const message = `${/^\\(?:u[\da-fA-F]*|.)/su.exec(text.slice(at, at + 6))?.[0] ?? sign} is not an escape of JSON`
      return { at, message, hint: 'a backslash is written \\\\' }
    }
    odd.lastIndex = ESCAPE.lastIndex
  }
  return { at: start, message: 'this text has no closing quote' }
}

const escaped = (sign: string): string =>
  sign === '\t' ? '\\t' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Whether `JSON.parse` reads it. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
