import { isInt64 } from '../../contract/values.js'
import { minify } from '../../core/json/json-text.js'
import { type Moment, readMoment } from '../../core/moment.js'
import { isRecord } from '../../core/objects.js'
import { lengthProblem } from '../../domain/bounds.js'
import type { Path } from '../text/problems.js'
import { hasTemplate, type Placeholder, parseTemplate, type Template, TemplateError } from './templates.js'

/** A record of a seed, with or without templates. */
export interface BlockSource {
  readonly key?: string
  readonly id?: string
  readonly repeat?: number
  readonly literal?: boolean
  readonly value?: unknown
  /** The value as JSON text. */
  readonly json?: string
}

/** Returns the value of a placeholder in the record that is being made. */
export type Draw = (placeholder: Placeholder) => unknown

/** A constant piece of text, or one that is drawn for each record. */
type Piece = string | ((draw: Draw) => string)

/** A compiled field: returns its value in one record. */
export type Field<Value> = (draw: Draw) => Value

/** Relative times count from here, in ms; "origin": they stay relative, and count from whatever origin the state gets. */
export type Anchor = number | 'origin'

/** Ms: an instant, or an offset from the origin of the state. */
export interface Time {
  readonly ms: number
  readonly isOffset: boolean
}

function fill(pieces: readonly Piece[], draw: Draw): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(draw)
  return text
}

/** Compiles the fields of one block, once, whatever its `repeat`. */
export class BlockFields {
  /** The placeholders that draw from Faker, with their paths in the document. */
  readonly placeholders: { readonly placeholder: Placeholder; readonly path: Path }[] = []
  /** The templates that are broken, with their paths in the document. */
  readonly errors: { readonly error: TemplateError; readonly path: Path }[] = []
  readonly #isLiteral: boolean
  readonly #path: Path

  constructor(
    { literal }: BlockSource,
    path: Path,
    private readonly anchor: Anchor = 'origin',
  ) {
    this.#isLiteral = literal === true
    this.#path = path
  }

  /** Compiles a text field: its value is text, whatever its templates give. */
  text(name: string, source: string): Field<string> {
    if (this.#isLiteral || !hasTemplate(source)) return () => source
    const pieces = this.#templateOf(source, [...this.#path, name]).map(inText)
    return (draw) => fill(pieces, draw)
  }

  optionalText(name: string, source: string | undefined): Field<string> | undefined {
    return source === undefined ? undefined : this.text(name, source)
  }

  /** Compiles the key of an entry. */
  key(source: string): Field<string> {
    const key = this.text('key', source)
    return (draw) => keyOf(key(draw))
  }

  /** Compiles an id of a record. */
  id(name: string, source: string | undefined): Field<string> | undefined {
    const id = this.optionalText(name, source)
    return id && ((draw) => idOf(id(draw)))
  }

  /**
   * Compiles the value of an entry, given as `value` or as exact JSON text, to the JSON that is written for it. Text that
   * is one whole template keeps the type of its result.
   */
  value({ value, json }: BlockSource): Field<string> {
    const text = json === undefined ? JSON.stringify(value) : minify(json)
    if (json !== undefined || this.#isLiteral || !hasTemplate(text)) return () => text
    const pieces: Piece[] = []
    this.#writeJson(value, [...this.#path, 'value'], pieces)
    return (draw) => fill(pieces, draw)
  }

  /** Compiles a time; left out, it is that of the anchor. */
  time(name: string, source: string | number | bigint = '+0s'): Field<Time> {
    if (typeof source === 'string' && hasTemplate(source) && !this.#isLiteral) {
      const text = this.text(name, source)
      return (draw) => this.#timeOf(drawnMoment(text(draw)))
    }
    const moment = readMoment(source)
    if (moment === undefined) this.errors.push({ error: noMoment(source), path: [...this.#path, name] })
    const time = this.#timeOf(moment ?? { offset: 0 })
    return () => time
  }

  /** Finds the templates of a block of which nothing is made: it may have any fields, and numbers that JSON cannot hold. */
  inspect({ json: _, ...source }: Readonly<Record<string, unknown>>): void {
    if (!this.#isLiteral) this.#writeJson(source, this.#path, [])
  }

  #timeOf(moment: Moment): Time {
    if ('at' in moment) return { ms: moment.at, isOffset: false }
    if (this.anchor === 'origin') return { ms: moment.offset, isOffset: true }
    return { ms: this.anchor + moment.offset, isOffset: false }
  }

  #writeJson(value: unknown, path: Path, pieces: Piece[]): void {
    if (typeof value === 'string') pieces.push(this.#jsonText(value, path))
    else if (Array.isArray(value)) this.#writeArray(value, path, pieces)
    else if (isRecord(value)) this.#writeObject(value, path, pieces)
    else pieces.push(String(value))
  }

  #writeArray(items: readonly unknown[], path: Path, pieces: Piece[]): void {
    pieces.push('[')
    for (const [index, item] of items.entries()) {
      if (index > 0) pieces.push(',')
      this.#writeJson(item, [...path, index], pieces)
    }
    pieces.push(']')
  }

  #writeObject(value: Record<string, unknown>, path: Path, pieces: Piece[]): void {
    pieces.push('{')
    for (const [index, [name, member]] of Object.entries(value).entries()) {
      if (index > 0) pieces.push(',')
      const at = [...path, name]
      pieces.push(jsonOfTemplate(this.#templateOf(name, at)), ':')
      this.#writeJson(member, at, pieces)
    }
    pieces.push('}')
  }

  #jsonText(source: string, path: Path): Piece {
    const template = this.#templateOf(source, path)
    const [only] = template
    if (template.length !== 1 || only === undefined || typeof only === 'string')
      return jsonOfTemplate(template)
    return (draw) => JSON.stringify(jsonOf(draw(only), only.path))
  }

  #templateOf(source: string, path: Path): Template {
    if (!hasTemplate(source)) return [source]
    try {
      const template = parseTemplate(source)
      for (const placeholder of template)
        if (typeof placeholder !== 'string' && placeholder.path !== 'index')
          this.placeholders.push({ placeholder, path })
      return template
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      this.errors.push({ error, path })
      return [source]
    }
  }
}

function keyOf(key: string): string {
  if (key === '') throw new TemplateError('this template gives an empty key')
  const problem = lengthProblem(key)
  if (problem !== undefined) throw new TemplateError(problem, 'let the template give a shorter key')
  return key
}

function idOf(id: string): string {
  if (isInt64(id)) return id
  throw new TemplateError(
    `${JSON.stringify(id)} is not an int64 id`,
    'let the template give digits, as {{index}} does',
  )
}

function drawnMoment(text: string): Moment {
  const moment = readMoment(text)
  if (moment === undefined) throw noMoment(text)
  return moment
}

function noMoment(source: string | number | bigint): TemplateError {
  const found = JSON.stringify(String(source))
  return new TemplateError(`${found} is neither an instant nor a duration from the origin such as +10m`)
}

function jsonOfTemplate(template: Template): Piece {
  if (template.every((part) => typeof part === 'string')) return JSON.stringify(template.join(''))
  const pieces = template.map(inText)
  return (draw) => JSON.stringify(fill(pieces, draw))
}

function inText(part: string | Placeholder): Piece {
  if (typeof part === 'string') return part
  return (draw) => {
    const value = jsonOf(draw(part), part.path)
    if (typeof value !== 'object' || value === null) return String(value)
    throw new TemplateError(
      `{{${part.path}}} gives ${Array.isArray(value) ? 'a list' : 'an object'}, which has no place within text`,
      'let the template be the whole value',
    )
  }
}

/** Returns the result of a faker function as JSON data: dates as ISO 8601, bigints as numbers if they are exact. */
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
