import { tokenAt } from '../../core/json/lossless-json.js'

/** Where a text goes wrong. */
export interface TextProblem {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly message: string
  readonly hint?: string
}

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'next'

/** The first place where a text is no JSON, the same in every browser; undefined where it is JSON. */
export function jsonProblem(text: string): TextProblem | undefined {
  if (isJson(text)) return undefined
  if (text.trim() === '')
    return { line: 1, column: 1, message: 'a JSON value is needed, such as "text", 1 or {}' }
  const open: ('[' | '{')[] = []
  let wanted: Wanted = 'value'
  for (let from = 0; ; ) {
    const { kind, at, end } = tokenAt(text, from)
    if (kind === 'end') return problemAt(text, at, `it ends too early: expected ${describe(wanted, open)}`)
    const token = text.slice(at, end)
    if (kind === 'unknown' || (kind === 'string' && !isJson(token)))
      return problemAt(text, at, misspelt(text, at, wanted, open))
    const after = step(token, wanted, open)
    if (after === undefined)
      return problemAt(text, at, `expected ${describe(wanted, open)}, found ${token.slice(0, 40)}`)
    wanted = after
    from = end
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

/** The tokens that may follow a token; undefined where it is not allowed here. `open` keeps the brackets that are open. */
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
  return /^["\d\-tfn]/.test(token) ? 'next' : undefined
}

function closes(token: string, open: ('[' | '{')[]): boolean {
  const isIts = open.at(-1) === (token === ']' ? '[' : token === '}' ? '{' : undefined)
  if (isIts && open.length > 0) open.pop()
  return isIts && (token === ']' || token === '}')
}

function describe(wanted: Wanted, open: readonly string[]): string {
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
  return `expected ${describe(wanted, open)}, found ${word}`
}

function problemAt(text: string, at: number, message: string): TextProblem {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
}
