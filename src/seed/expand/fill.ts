import { isRecord, setField } from '../../core/objects.js'
import type { Path } from '../text/problems.js'
import { hasTemplate, type Placeholder, type Template, TemplateError } from './templates.js'

export type Draw = (placeholder: Placeholder) => unknown

interface Templated {
  readonly text: string
  readonly path: Path
}

/** Includes the texts and names nested within the block's value. */
export function* templatedTexts(block: Readonly<Record<string, unknown>>, path: Path): Generator<Templated> {
  if (block.literal === true) return
  const { json: _, ...fields } = block
  yield* textsWithin(fields, path)
}

function* textsWithin(value: unknown, path: Path): Generator<Templated> {
  if (typeof value === 'string') {
    if (hasTemplate(value)) yield { text: value, path }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (mayHoldTemplates(item)) yield* textsWithin(item, [...path, index])
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (hasTemplate(name)) yield { text: name, path: [...path, name] }
      if (mayHoldTemplates(member)) yield* textsWithin(member, [...path, name])
    }
  }
}

/** Lets us skip plain text and numbers without creating a path for each. Large seeds have hundreds of thousands. */
const mayHoldTemplates = (value: unknown): boolean =>
  typeof value === 'string' ? hasTemplate(value) : typeof value === 'object'

/** By text, with the path where it first occurs. */
export type BlockTemplates = ReadonlyMap<string, { readonly template: Template; readonly path: Path }>

export class Filler {
  /** The path of the text that was filled in last. */
  at: Path = []

  /** @param draw called for each placeholder, in order */
  constructor(
    private readonly templates: BlockTemplates,
    private readonly draw: Draw,
  ) {}

  /**
   * Returns a copy of a block with its templates filled in.
   *
   * @param order field names. Random draws follow this order, no matter how the block is written.
   * @throws TemplateError
   */
  record<Block extends object>(block: Block, order: readonly string[]): Block {
    const filled: Record<string, unknown> = {}
    for (const name of order) {
      if (!Object.hasOwn(block, name)) continue
      const field: unknown = Reflect.get(block, name)
      if (name === 'value') filled[name] = this.#value(field)
      else filled[name] = typeof field === 'string' && name !== 'json' ? this.#text(field) : field
    }
    return filled as Block
  }

  /** If a text consists of a single template, the result keeps its type. */
  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.#whole(value)
    if (Array.isArray(value)) return value.map((item) => this.#value(item))
    if (!isRecord(value)) return value
    const filled: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value))
      setField(filled, this.#text(name), this.#value(member))
    return filled
  }

  #whole(text: string): unknown {
    if (!hasTemplate(text)) return text
    const [only, ...others] = this.#templateOf(text)
    if (only === undefined || typeof only === 'string' || others.length > 0) return this.#text(text)
    return asJson(this.draw(only), only.path)
  }

  #text(text: string): string {
    if (!hasTemplate(text)) return text
    let filled = ''
    for (const part of this.#templateOf(text)) filled += typeof part === 'string' ? part : this.#within(part)
    return filled
  }

  #within(placeholder: Placeholder): string {
    const { path } = placeholder
    const value = asJson(this.draw(placeholder), path)
    if (typeof value !== 'object' || value === null) return String(value)
    throw new TemplateError(
      `{{${path}}} gives ${Array.isArray(value) ? 'a list' : 'an object'}, which cannot be part of a text`,
      'make the template the whole value',
    )
  }

  #templateOf(text: string): Template {
    const { template, path } = this.templates.get(text) ?? { template: [text], path: this.at }
    this.at = path
    return template
  }
}

/** Converts a Faker result to JSON data. Dates become ISO 8601 text, and bigints become numbers if that's exact. */
function asJson(value: unknown, path: string): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return exactNumber(value, path)
  if (Array.isArray(value)) return value.map((item) => asJson(item, path))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asJson(item, path)]))
  }
  const isJson =
    typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)
  if (isJson) return value
  throw new TemplateError(`{{${path}}} gives ${String(value)}, which JSON cannot represent`)
}

function exactNumber(value: bigint, path: string): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new TemplateError(`{{${path}}} gives ${value}, which is beyond 2^53`, 'give it a smaller max')
}
