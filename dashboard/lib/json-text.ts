import { tokensOf } from '../../src/core/json/lossless-json.js'

/** Formats JSON without parsing it, which keeps digits beyond 2^53 and duplicate members. */

export type JsonKind = 'key' | 'string' | 'number' | 'word' | 'mark'

export interface JsonPiece {
  readonly kind: JsonKind
  readonly text: string
}

/** Longer text isn't formatted. */
const CHARACTERS_MAX = 100_000

/** Undefined if the text isn't JSON or was truncated. */
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

export function indented(text: string): string {
  const pieces = text.length > CHARACTERS_MAX ? undefined : jsonPieces(text)
  return pieces === undefined ? text : pieces.map((piece) => piece.text).join('')
}

/** Keeps all digits of an id. Anything else becomes a string, so that the emulator can reject it. */
export function idText(id: string): string {
  return /^-?\d+$/.test(id.trim()) ? id.trim() : JSON.stringify(id)
}

/** @param open brackets that haven't been closed yet */
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
