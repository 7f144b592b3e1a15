import { isRecord } from '../../core/objects.js'
import type { Path } from '../text/problems.js'
import { hasTemplate, type Placeholder, parseTemplate, type Template, TemplateError } from './templates.js'

/** Gives the value of a placeholder in the record that is being made. */
export type Draw = (placeholder: Placeholder) => unknown

/** Text with templates, compiled: constant pieces, joined, and pieces that are drawn for each record. */
export type CompiledText = readonly (string | ((draw: Draw) => string))[]

/** Hears of every placeholder that is compiled, and of every template that cannot be, with its path in the field. */
export interface CompileEvents {
  placeholder(placeholder: Placeholder, path: Path): void
  broken(error: TemplateError, path: Path): void
}

/** The text for one record. */
export function fill(compiled: CompiledText, draw: Draw): string {
  let text = ''
  for (const piece of compiled) text += typeof piece === 'string' ? piece : piece(draw)
  return text
}

/** Compiles a text field: its value is text, whatever its templates give. */
export function compileText(source: string, events: CompileEvents): CompiledText {
  return templateOf(source, [], events).map((part) => (typeof part === 'string' ? part : inText(part)))
}

/** Compiles a value to the JSON that is written for it: text that is one whole template keeps the type of its result. */
export function compileJson(value: unknown, events: CompileEvents): CompiledText {
  const text = JSON.stringify(value)
  if (!hasTemplate(text)) return [text]
  const pieces: (string | ((draw: Draw) => string))[] = []
  writeJson(value, [], events, (piece) => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  })
  return pieces
}

/** Tells of the templates of a value of which nothing is made: it may hold numbers that JSON cannot. */
export function inspectTemplates(value: unknown, events: CompileEvents): void {
  writeJson(value, [], events, () => {})
}

type Write = (piece: string | ((draw: Draw) => string)) => void

function writeJson(value: unknown, path: Path, events: CompileEvents, write: Write): void {
  if (typeof value === 'string') writeString(value, path, events, write, true)
  else if (Array.isArray(value)) writeArray(value, path, events, write)
  else if (isRecord(value)) writeObject(value, path, events, write)
  else write(String(value))
}

function writeArray(items: readonly unknown[], path: Path, events: CompileEvents, write: Write): void {
  write('[')
  for (const [index, item] of items.entries()) {
    if (index > 0) write(',')
    writeJson(item, [...path, index], events, write)
  }
  write(']')
}

function writeObject(value: Record<string, unknown>, path: Path, events: CompileEvents, write: Write): void {
  write('{')
  for (const [index, [name, member]] of Object.entries(value).entries()) {
    if (index > 0) write(',')
    writeString(name, [...path, name], events, write, false)
    write(':')
    writeJson(member, [...path, name], events, write)
  }
  write('}')
}

function writeString(
  source: string,
  path: Path,
  events: CompileEvents,
  write: Write,
  keepsType: boolean,
): void {
  const template = templateOf(source, path, events)
  const [only] = template
  if (template.every((part) => typeof part === 'string')) write(JSON.stringify(source))
  else if (keepsType && template.length === 1 && only !== undefined && typeof only !== 'string') {
    write((draw) => JSON.stringify(jsonOf(draw(only), only.path)))
  } else {
    const pieces = template.map((part) => (typeof part === 'string' ? part : inText(part)))
    write((draw) => JSON.stringify(fill(pieces, draw)))
  }
}

function templateOf(source: string, path: Path, events: CompileEvents): Template {
  if (!hasTemplate(source)) return [source]
  try {
    const template = parseTemplate(source)
    for (const part of template) if (typeof part !== 'string') events.placeholder(part, path)
    return template
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    events.broken(error, path)
    return [source]
  }
}

function inText(placeholder: Placeholder): (draw: Draw) => string {
  return (draw) => {
    const value = jsonOf(draw(placeholder), placeholder.path)
    if (typeof value !== 'object' || value === null) return String(value)
    throw new TemplateError(
      `{{${placeholder.path}}} gives ${Array.isArray(value) ? 'a list' : 'an object'}, which has no place within text`,
      'let the template be the whole value',
    )
  }
}

/** The result of a faker function as JSON data: dates as ISO 8601, bigints as numbers where they are exact. */
function jsonOf(value: unknown, path: string): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return exactNumber(value, path)
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, path))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, jsonOf(item, path)]))
  }
  const isJson =
    typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)
  if (isJson) return value
  throw new TemplateError(`{{${path}}} gives ${String(value)}, which JSON does not know`)
}

function exactNumber(value: bigint, path: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new TemplateError(`{{${path}}} gives ${value}, which is beyond 2^53`, 'give it a smaller max')
}
