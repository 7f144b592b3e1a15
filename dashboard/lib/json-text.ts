import { tokensOf } from '../../src/core/json/lossless-json.js'

/**
 * JSON text for display and editing. It is never parsed: digits beyond 2^53 and duplicate members stay as
 * they are.
 */

export type JsonKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of JSON text, with white space if it is to be kept. */
export interface JsonPiece {
  readonly kind: JsonKind
  readonly text: string
}

/** Longer text is shown as it came. */
const CHARACTERS_MAX = 100_000

/** The pieces of a JSON text, indented again; undefined if it is none, or only the beginning of one. */
export function jsonPieces(text: string): readonly JsonPiece[] | undefined {
  const pieces: JsonPiece[] = []
  const open: string[] = []
  const tokens = tokensOf(text).map(({ kind, at, end }) => ({ kind, text: text.slice(at, end) }))
  if (tokens.at(-1)?.kind === 'unknown') return undefined
  for (const [index, { kind, text: token }] of tokens.entries()) {
    const [before = '', next = ''] = [tokens[index - 1]?.text, tokens[index + 1]?.text]
    if (kind === 'mark') pieces.push({ kind, text: spaced(token, open, before, next) })
    else if (kind === 'string') pieces.push({ kind: next === ':' ? 'key' : kind, text: token })
    else if (kind === 'number' || kind === 'word') pieces.push({ kind, text: token })
  }
  return open.length === 0 && pieces.length > 0 ? pieces : undefined
}

/** JSON text indented for editing, digit for digit. */
export function indented(text: string): string {
  const pieces = text.length > CHARACTERS_MAX ? undefined : jsonPieces(text)
  return pieces === undefined ? text : pieces.map((piece) => piece.text).join('')
}

/** An id as JSON: its digits, or, if it is none, a text that the emulator refuses with its reason. */
export function idText(id: string): string {
  return /^-?\d+$/.test(id.trim()) ? id.trim() : JSON.stringify(id)
}

/** A mark with the line breaks that belong to it; `open` keeps the brackets that are open. */
function spaced(mark: string, open: string[], before: string, next: string): string {
  const line = () => `\n${'  '.repeat(open.length)}`
  if (mark === ':') return ': '
  if (mark === ',') return `,${line()}`
  if (mark === '{' || mark === '[') {
    open.push(mark)
    return next === '}' || next === ']' ? mark : mark + line()
  }
  open.pop()
  return before === '{' || before === '[' ? mark : line() + mark
}
