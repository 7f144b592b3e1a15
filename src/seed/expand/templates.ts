/**
 * Parses templates such as `{{internet.email}}`, `{{number.int({"max": 9})}}` and `{{index}}` (docs/DESIGN.md section
 * 4). Arguments are plain JSON, so a seed can't run code.
 */

export interface Placeholder {
  /** `internet.email`, or `index`. */
  readonly path: string
  readonly args: readonly unknown[]
}

export type Template = readonly (string | Placeholder)[]

/** Doesn't say where the template is. The caller knows that. */
export class TemplateError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

const OPEN = '{{'

export const hasTemplate = (text: string): boolean => text.includes(OPEN)

const HEAD = /\{\{\s*([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*(\(|\}\})/y
const TAIL = /\s*\}\}/y

/** @throws TemplateError if a `{{` doesn't begin a valid template */
export function parseTemplate(text: string): Template {
  const parts: (string | Placeholder)[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf(OPEN, at)
    if (open < 0) break
    if (open > at) parts.push(text.slice(at, open))
    const { placeholder, end } = placeholderAt(text, open)
    parts.push(placeholder)
    at = end
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

function placeholderAt(text: string, open: number): { placeholder: Placeholder; end: number } {
  HEAD.lastIndex = open
  const [head = '', path = '', next] = HEAD.exec(text) ?? []
  if (head === '') {
    throw new TemplateError(
      `${JSON.stringify(text.slice(open, open + 20))} is not a template`,
      'write one like {{internet.email}} or {{index}}, or turn templates off with literal: true',
    )
  }
  if (next !== '(') return { placeholder: { path, args: [] }, end: open + head.length }
  const close = closingParenthesis(text, open + head.length)
  TAIL.lastIndex = close + 1
  const tail = TAIL.exec(text)?.[0]
  if (close < 0 || tail === undefined) {
    throw new TemplateError(`the template {{${path}(… is not closed`, 'close it with )}}')
  }
  return {
    placeholder: { path, args: parseArguments(path, text.slice(open + head.length, close)) },
    end: close + 1 + tail.length,
  }
}

/** Only has to look out for strings, since no other JSON contains parentheses. */
function closingParenthesis(text: string, from: number): number {
  let isInString = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\' && isInString) at++
    else if (text[at] === '"') isInString = !isInString
    else if (text[at] === ')' && !isInString) return at
  }
  return -1
}

function parseArguments(path: string, text: string): readonly unknown[] {
  try {
    return JSON.parse(`[${text}]`) as unknown[]
  } catch {
    throw new TemplateError(
      `the arguments of {{${path}(…)}} are not JSON: ${text}`,
      'write them with double quotes, as in {{number.int({"max": 9})}}',
    )
  }
}
