import { tokenAt } from './lossless-json.js'

/** The first place where a text is no JSON. */
export interface JsonProblem {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
  readonly hint?: string
}

/** What JSON may have at a place, in words. */
export type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in double quotes'
  | 'a name in double quotes or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'nothing more'

/** What is wrong with a text from which on it is no JSON, and how many characters behind its beginning. */
export interface Mistake {
  readonly at: number
  readonly message: string
  readonly hint?: string
}

type Bracket = '[' | '{'

/** Characters of what was found that are shown. */
const FOUND_SHOWN_MAX = 40
/** What a text in quotes may not have as it is, and what begins an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a text.
const ODD = /[\u0000-\u001f\\"]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** Where a text is first no JSON, in the same words whatever reads it; undefined where it is JSON. */
export const jsonProblem = (text: string): JsonProblem | undefined =>
  isJson(text) ? undefined : problemOfBroken(text)

/** What is wrong with a text that is no JSON, and where, in one line. */
export function brokenJsonText(text: string): string {
  const { line, column, message, hint } = problemOfBroken(text)
  return `line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}

function problemOfBroken(text: string): JsonProblem {
  if (text.trim() === '')
    return { line: 1, column: 1, message: 'a JSON value is needed, such as "text", 1 or {}' }
  const open: Bracket[] = []
  let expected: Expected = 'a value'
  for (let from = 0; ; ) {
    const { kind, at, end } = tokenAt(text, from)
    const token = text.slice(at, end)
    const isSound = kind !== 'end' && kind !== 'unknown' && (kind !== 'string' || isJson(token))
    const after: Expected | undefined = isSound ? step(token, expected, open) : undefined
    if (after === undefined) return placed(text, at, mistakeIn(text.slice(at), expected))
    expected = after
    from = end
  }
}

/**
 * What is wrong where a text is no JSON any more.
 *
 * @param rest the text from there on; of a long one its beginning, unless a text in quotes begins there
 */
export function mistakeIn(rest: string, expected: Expected): Mistake {
  if (rest === '') return { at: 0, message: `it ends too early: expected ${expected}` }
  const isText = rest.startsWith('"') && /^a (?:value|name)/.test(expected)
  const inText = isText ? mistakeInText(rest) : undefined
  return inText ?? { at: 0, ...unexpected(rest.slice(0, FOUND_SHOWN_MAX), expected) }
}

function unexpected(found: string, expected: Expected): Omit<Mistake, 'at'> {
  const [first = ''] = found
  const isValue = expected.startsWith('a value')
  if (first === "'" && /^a (?:value|name)/.test(expected)) return { message: 'text stands in double quotes' }
  if (isValue && /^(?:-|\+|\.\d)/.test(found)) return { message: 'this is no JSON number' }
  const [token = first] = /^(?:[\w$]+|"[^"]*"?)/.exec(found) ?? []
  const message = `expected ${expected}, found ${token}`
  const isTrailing =
    (expected === 'a value' && first === ']') || (expected === 'a name in double quotes' && first === '}')
  return isTrailing ? { message, hint: 'JSON has no comma behind the last member' } : { message }
}

/** What is wrong in a text that begins with its quote; undefined where nothing is. */
function mistakeInText(rest: string): Mistake | undefined {
  const odd = new RegExp(ODD)
  odd.lastIndex = 1
  for (let found = odd.exec(rest); found !== null; found = odd.exec(rest)) {
    const [sign] = found
    const at = found.index
    if (sign === '"') return undefined
    if (sign === '\n' || sign === '\r')
      return {
        at: 0,
        message: 'this text has no closing quote on its line',
        hint: 'a line break in a text is written \\n',
      }
    if (sign !== '\\') return { at, message: `a control character in a text is written ${escaped(sign)}` }
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(rest)) {
      // The text ends behind the backslash.
      if (at + 1 >= rest.length) break
      const message = `${/^\\(?:u[\da-fA-F]*|.)/su.exec(rest.slice(at, at + 6))?.[0] ?? sign} is no escape of JSON`
      return { at, message, hint: 'a backslash is written \\\\' }
    }
    odd.lastIndex = ESCAPE.lastIndex
  }
  return { at: 0, message: 'this text has no closing quote' }
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

/** What may follow a token; undefined where it is not allowed here. `open` keeps the brackets that are open. */
function step(token: string, expected: Expected, open: Bracket[]): Expected | undefined {
  if (expected === 'a colon') return token === ':' ? 'a value' : undefined
  const last = open.at(-1)
  const mayClose = expected.startsWith('a comma') || / or [\]}]$/.test(expected)
  if (mayClose && token === (last === '[' ? ']' : '}')) {
    open.pop()
    return behindValue(open)
  }
  if (expected.startsWith('a comma')) {
    if (token !== ',') return undefined
    return last === '{' ? 'a name in double quotes' : 'a value'
  }
  if (expected.startsWith('a name')) return token.startsWith('"') ? 'a colon' : undefined
  if (expected === 'nothing more') return undefined
  if (token === '[' || token === '{') {
    open.push(token)
    return token === '[' ? 'a value or ]' : 'a name in double quotes or }'
  }
  return /^["\d\-tfn]/.test(token) ? behindValue(open) : undefined
}

const behindValue = (open: readonly Bracket[]): Expected =>
  open.length === 0 ? 'nothing more' : open.at(-1) === '{' ? 'a comma or }' : 'a comma or ]'

function placed(text: string, from: number, { at, ...what }: Mistake): JsonProblem {
  const before = text.slice(0, from + at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, ...what }
}
