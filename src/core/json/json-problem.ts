import { tokenAt } from './lossless-json.js'

export interface JsonProblem {
  /** Starts at 1. */
  readonly line: number
  /** Starts at 1 and counts UTF-16 units. */
  readonly column: number
  readonly message: string
  readonly hint?: string
}

export interface Mistake {
  readonly at: number
  readonly message: string
  readonly hint?: string
}

/** The hint for a trailing comma. */
export const TRAILING_COMMA = 'remove the comma after the last member'

/** Messages quote at most this many characters of the text. */
const FOUND_SHOWN_MAX = 40
/** Characters that need an escape in a JSON string, and the backslash of an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a text.
const ODD = /[\u0000-\u001f\\"]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** Describes the first syntax error, independently of the parser's wording. Returns undefined if the JSON is valid. */
export const jsonProblem = (text: string): JsonProblem | undefined =>
  isJson(text) ? undefined : problemOfBroken(text)

/** Describes the first syntax error in a single line that begins with its position. */
export function brokenJsonText(text: string): string {
  const { line, column, message, hint } = problemOfBroken(text)
  return `line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`
}

/** Like `jsonProblem`, but only for invalid JSON. */
export function problemOfBroken(text: string): JsonProblem {
  const { at, ...mistake } = mistakeIn(text)
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, ...mistake }
}

export function mistakeIn(text: string): Mistake {
  if (text.trim() === '') return { at: 0, message: 'a JSON value is needed, such as "text", 1 or {}' }
  const mismatch = mismatchIn(text)
  if (mismatch === undefined) throw new Error('this text is JSON')
  const { at, state } = mismatch
  if (at >= text.length) return { at, message: `it ends too early: expected ${STATES[state].expected}` }
  const inText = text[at] === '"' && takesText(state) ? mistakeInText(text, at) : undefined
  return inText ?? { at, ...unexpected(text.slice(at, at + FOUND_SHOWN_MAX), state) }
}

type State = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'after item' | 'after field' | 'end'

/** Maps a token to the next state. "done" means that a value has ended, and its container determines the next state. */
type Following = Readonly<Record<string, State | 'done'>>

const VALUES: Following = {
  string: 'done',
  number: 'done',
  word: 'done',
  '{': 'first name',
  '[': 'first item',
}

const STATES: Readonly<Record<State, { readonly expected: string; readonly following: Following }>> = {
  value: { expected: 'a value', following: VALUES },
  'first item': { expected: 'a value or ]', following: { ...VALUES, ']': 'done' } },
  name: { expected: 'a name in double quotes', following: { string: 'colon' } },
  'first name': { expected: 'a name in double quotes or }', following: { string: 'colon', '}': 'done' } },
  colon: { expected: 'a colon', following: { ':': 'value' } },
  'after item': { expected: 'a comma or ]', following: { ',': 'value', ']': 'done' } },
  'after field': { expected: 'a comma or }', following: { ',': 'name', '}': 'done' } },
  end: { expected: 'nothing more', following: { end: 'end' } },
}

const takesText = (state: State): boolean => 'string' in STATES[state].following

/** Returns the first unexpected token, or undefined if the JSON is valid. */
function mismatchIn(text: string): { readonly at: number; readonly state: State } | undefined {
  const open: string[] = []
  let state: State = 'value'
  for (let token = tokenAt(text, 0); ; token = tokenAt(text, token.end)) {
    const { kind, at, end } = token
    const sign = kind === 'mark' ? (text[at] ?? '') : kind
    const next: State | 'done' | undefined = STATES[state].following[sign]
    if (next === undefined || (kind === 'string' && !isSound(text.slice(at, end)))) return { at, state }
    if (kind === 'end') return undefined
    if (sign === '{' || sign === '[') open.push(sign)
    if (sign === '}' || sign === ']') open.pop()
    state = next === 'done' ? afterValue(open.at(-1)) : next
  }
}

function afterValue(around: string | undefined): State {
  if (around === undefined) return 'end'
  return around === '[' ? 'after item' : 'after field'
}

const isSound = (literal: string): boolean => literal.slice(1, -1).search(ODD) < 0 || isJson(literal)

function unexpected(found: string, state: State): Omit<Mistake, 'at'> {
  const [first = ''] = found
  const { expected, following } = STATES[state]
  if (first === '\ufeff') return { message: 'this is a byte order mark, which JSON does not have' }
  if (first === "'" && takesText(state)) return { message: 'text is written in double quotes' }
  if ('number' in following && /^(?:-|\+|\.\d)/.test(found)) return { message: 'this is not a JSON number' }
  const [token = first] = /^(?:[\w$]+|"[^"]*"?)/.exec(found) ?? []
  const message = `expected ${expected}, found ${token}`
  const isTrailing = (state === 'value' && first === ']') || (state === 'name' && first === '}')
  return isTrailing ? { message, hint: TRAILING_COMMA } : { message }
}

/** Looks for a mistake in the string that begins at `start`. */
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
        hint: 'write a line break in a text as \\n',
      }
    if (sign !== '\\') return { at, message: `write this control character as ${escaped(sign)}` }
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) {
      // The text ends right after the backslash.
      if (at + 1 >= text.length) break
      const message = `${/^\\(?:u[\da-fA-F]*|.)/su.exec(text.slice(at, at + 6))?.[0] ?? sign} is not a JSON escape`
      return { at, message, hint: 'write a backslash as \\\\' }
    }
    odd.lastIndex = ESCAPE.lastIndex
  }
  return { at: start, message: 'this text has no closing quote' }
}

const escaped = (sign: string): string =>
  sign === '\t' ? '\\t' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
