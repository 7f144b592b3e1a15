/** JSON text taken apart for display. It is never parsed: digits beyond 2^53 and duplicate members stay as they are. */

export type JsonKind = 'key' | 'string' | 'number' | 'word' | 'mark'

/** A piece of JSON text, with white space where it is to stand. */
export interface JsonPiece {
  readonly kind: JsonKind
  readonly text: string
}

const TOKEN = /\s+|("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([[\]{}:,])/gy

/** The pieces of a JSON text, indented anew; undefined where it is none, or only the beginning of one. */
export function jsonPieces(text: string): readonly JsonPiece[] | undefined {
  const pieces: JsonPiece[] = []
  const open: string[] = []
  let before = ''
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) return undefined
    const [, string, colon, number, word, mark] = match
    if (string !== undefined) pieces.push({ kind: colon === undefined ? 'string' : 'key', text: string })
    else if (number !== undefined) pieces.push({ kind: 'number', text: number })
    else if (word !== undefined) pieces.push({ kind: 'word', text: word })
    else if (mark !== undefined) {
      pieces.push({ kind: 'mark', text: spaced(mark, open, before, nextAfter(text, TOKEN.lastIndex)) })
    } else continue
    before = mark ?? 'value'
  }
  return open.length === 0 && pieces.length > 0 ? pieces : undefined
}

function nextAfter(text: string, index: number): string {
  return /\S/.exec(text.slice(index, index + 200))?.[0] ?? ''
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
