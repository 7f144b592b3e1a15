import { mistakeIn } from '../../core/json/json-problem.js'
import { nameOf } from '../../core/json/json-text.js'
import { endOfString, type JsonToken, tokenAt } from '../../core/json/lossless-json.js'
import { isObject, setField } from '../../core/objects.js'
import type { Positions } from './positions.js'
import { messageText, NOT_JSON, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'
import { noteWritten, numberOf } from './written-numbers.js'

const DEPTH_MAX = 1_000

type JsonResult =
  | { readonly data: object }
  /** Not set if the YAML reader should try to read the text. */
  | { readonly data: undefined; readonly problem?: Problem }

const FOR_YAML = { data: undefined }

/**
 * Reads a JSON seed, e.g. an exported state. The result is the same as with the YAML reader, but it's many times
 * faster.
 *
 * @param positions collects offsets
 * @returns data if the text is a valid JSON object or list. The YAML reader handles everything else.
 */
export function readJson(text: SeedText, positions?: Positions): JsonResult {
  if (!/^[ \t\n\r]*[[{]/.test(text.text)) return FOR_YAML
  const { fields, depth, hasOddNumbers } = frameOf(text.text)
  if (depth > DEPTH_MAX) return FOR_YAML
  text.onWork()
  const data = parsed(text.text)
  text.onWork()
  if (data === undefined) return broken(text)
  // If there are fewer fields than colons, a name must be a duplicate. The YAML reader locates it.
  if (countFields(data) < fields) return FOR_YAML
  if (hasOddNumbers)
    visitMembers(text.text, data, ({ container, step, token }) => {
      if (token.kind === 'number') keepDigits(container, step, text.text.slice(token.at, token.end))
    })
  if (positions !== undefined) notePositions(text.text, data, positions)
  return { data }
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function broken(text: SeedText): JsonResult {
  const { at, message, hint } = mistakeIn(text.text)
  // JSON with `#` comments is valid YAML.
  if (text.text[at] === '#') return FOR_YAML
  const problem = {
    file: text.name,
    ...text.position(at),
    path: '',
    message: messageText(NOT_JSON + message),
    ...(hint === undefined ? {} : { hint }),
  }
  return { data: undefined, problem }
}

/** A JSON text's structure, ignoring its strings. */
interface Frame {
  /** The number of colons. */
  readonly fields: number
  readonly depth: number
  /** True if JavaScript would write any of the numbers differently. */
  readonly hasOddNumbers: boolean
}

function frameOf(text: string): Frame {
  let [fields, depth, level, hasOddNumbers] = [0, 0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = Math.max(at, endOfString(text, at) - 1)
    else if (code === COLON) fields++
    else if (code === BRACKET || code === BRACE) depth = Math.max(depth, ++level)
    else if (code === BRACKET_END || code === BRACE_END) level--
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const { end } = tokenAt(text, at)
      const digits = text.slice(at, end)
      hasOddNumbers ||= String(Number(digits)) !== digits
      at = Math.max(at, end - 1)
    }
  }
  return { fields, depth, hasOddNumbers }
}

const [QUOTE, COLON, BRACKET, BRACE, BRACKET_END, BRACE_END, MINUS, ZERO, NINE] = [...'":[{]}-09'].map(
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number]

function countFields(data: object): number {
  const items: readonly unknown[] = Object.values(data)
  let fields = Array.isArray(data) ? 0 : items.length
  for (const item of items) if (isObject(item)) fields += countFields(item)
  return fields
}

function keepDigits(container: object, step: string | number, digits: string): void {
  const value = numberOf(Number(digits), digits)
  if (typeof value === 'bigint') setField(container as Record<string, unknown>, String(step), value)
  noteWritten(container, step, value, digits)
}

function notePositions(text: string, data: object, positions: Positions): void {
  positions.begin(data, tokenAt(text, 0).at)
  visitMembers(text, data, ({ container, step, at, token }) => {
    positions.member(container, step, { name: at, value: token.at })
    const value: unknown = Reflect.get(container, step)
    if (isObject(value)) positions.begin(value, token.at)
  })
}

interface JsonMember {
  readonly container: object
  readonly step: string | number
  /** Where the name or the item begins. */
  readonly at: number
  /** The value's first token. */
  readonly token: JsonToken
}

/** @param data the parsed text */
function visitMembers(text: string, data: object, visit: (member: JsonMember) => void): void {
  const open: { container: object; items: number }[] = []
  for (let token = tokenAt(text, 0); token.kind !== 'end'; token = tokenAt(text, token.end)) {
    const sign = token.kind === 'mark' ? text[token.at] : undefined
    if (sign === ',') continue
    if (sign === ']' || sign === '}') {
      open.pop()
      continue
    }
    const around = open.at(-1)
    let value: unknown = data
    if (around !== undefined) {
      const { container } = around
      const { at } = token
      const isList = Array.isArray(container)
      const step = isList ? around.items++ : nameOf(text, token)
      if (!isList) token = tokenAt(text, tokenAt(text, token.end).end)
      visit({ container, step, at, token })
      value = Reflect.get(container, step)
    }
    if (text[token.at] === '[' || text[token.at] === '{') open.push({ container: Object(value), items: 0 })
  }
}
