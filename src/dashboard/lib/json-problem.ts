/** Where a text goes wrong. */
export interface TextProblem {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
  readonly hint?: string
}

const TOKEN =
  /[ \t\n\r]+|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[\]{}:,]/iuy

const WORDS = new Set(['true', 'false', 'null'])

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'next'

/** The first place where a text is no JSON, the same in every browser; undefined where it is JSON. */
export function jsonProblem(text: string): TextProblem | undefined {
  if (isJson(text)) return undefined
  if (text.trim() === '')
    return { line: 1, column: 1, message: 'a JSON value is needed, such as "text", 1 or {}' }
  const open: ('[' | '{')[] = []
  let wanted: Wanted = 'value'
  TOKEN.lastIndex = 0
  for (;;) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) {
      const message =
        at === text.length
          ? `it ends too early: expected ${told(wanted, open)}`
          : misspelt(text, at, wanted, open)
      return problemAt(text, at, message)
    }
    if (/^\s/.test(token)) continue
    const after = step(token, wanted, open)
    if (after === undefined)
      return problemAt(text, at, `expected ${told(wanted, open)}, found ${token.slice(0, 40)}`)
    wanted = after
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What may follow a token; undefined where it may not stand here. `open` keeps the brackets that are open. */
function step(token: string, wanted: Wanted, open: ('[' | '{')[]): Wanted | undefined {
  if (wanted === ':') return token === ':' ? 'value' : undefined
  if (wanted === 'next') {
    if (token === ',' && open.length > 0) return open.at(-1) === '{' ? 'name' : 'value'
    return closes(token, open) ? 'next' : undefined
  }
  if (wanted.endsWith('or ]') || wanted.endsWith('or }')) if (closes(token, open)) return 'next'
  if (wanted.startsWith('name')) return token.startsWith('"') ? ':' : undefined
  if (token === '[' || token === '{') {
    open.push(token)
    return token === '[' ? 'value or ]' : 'name or }'
  }
  const isWord = /^[a-z]/i.test(token)
  return /^["\d-]/.test(token) || (isWord && WORDS.has(token)) ? 'next' : undefined
}

function closes(token: string, open: ('[' | '{')[]): boolean {
  const isIts = open.at(-1) === (token === ']' ? '[' : token === '}' ? '{' : undefined)
  if (isIts && open.length > 0) open.pop()
  return isIts && (token === ']' || token === '}')
}

function told(wanted: Wanted, open: readonly string[]): string {
  if (wanted === 'next')
    return open.length === 0 ? 'nothing more' : `a comma or ${open.at(-1) === '{' ? '}' : ']'}`
  if (wanted === ':') return 'a colon'
  if (wanted.startsWith('name')) return `a name in double quotes${wanted === 'name' ? '' : ' or }'}`
  return `a ${wanted}`
}

function misspelt(text: string, at: number, wanted: Wanted, open: readonly string[]): string {
  const first = text[at]
  if (first === '"')
    return 'this text has no end, or holds a line break, a control character or an unknown escape'
  if (first === "'") return 'text stands in double quotes'
  if (first === '-' || first === '.' || first === '+') return 'this is no JSON number'
  const [word] = /^[\w$]+/.exec(text.slice(at, at + 40)) ?? [first]
  return `expected ${told(wanted, open)}, found ${word}`
}

function problemAt(text: string, at: number, message: string): TextProblem {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
}
