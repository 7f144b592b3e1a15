import { isObject, isRecord } from '../core/objects.js'
import { printableJson, steersInJson } from '../core/printable.js'
import { RawJson } from './export-value.js'
import type { Seed } from './schema/schema.js'
import { yaml } from './text/yaml.js'

/** Longer text takes seconds to read back in YAML's own blocks. */
const BLOCKS_CHARACTERS_MAX = 4_000_000

/** A longer value stays one line. */
const LONG_LINE = /^.{50001}/m

const HALF_SURROGATE = /\\ud[89a-f]/i

/**
 * Writes a seed as text that parses to the same data. The caller gives integers beyond 2^53 in a `value` as
 * `json`, and `{{` that is not a template with `literal: true`. As YAML, a seed is written in blocks. If
 * these would take long to read or cannot hold it, it is written as JSON, which is YAML too. JSON escapes half
 * surrogate pairs, which no UTF-8 file can hold.
 */
export function seedText(seed: Seed, format: 'yaml' | 'json'): string {
  const shown = withNumericIds(seed)
  const json = jsonLines(shown)
  const isJson = format === 'json' || json.length > BLOCKS_CHARACTERS_MAX
  return isJson || LONG_LINE.test(json) || HALF_SURROGATE.test(json) ? json : yamlBlocks(shown)
}

/**
 * Returns a seed as `JSON.stringify(seed, undefined, 2)` writes it, with three differences. RawJson is one line. A
 * bigint is a text of its digits, since times beyond 2^53 ms are read from text as well. Characters that would steer a
 * terminal are escaped.
 */
export const jsonLines = (seed: object): string => printableJson(`${indented(seed, '')}\n`)

function indented(item: unknown, margin: string): string {
  if (typeof item === 'bigint') return `"${item}"`
  if (item instanceof RawJson) return item.text
  if (!isObject(item)) return JSON.stringify(item) ?? 'null'
  // The runtime's own writer is several times as fast.
  if (isPlain(item)) return indentedByRuntime(item, margin)
  const inner = `${margin}  `
  if (Array.isArray(item))
    return bracketed(
      '[]',
      item.map((part) => indented(part, inner)),
      margin,
    )
  const members = Object.entries(item).filter(([, member]) => member !== undefined)
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}: ${indented(member, inner)}`)
  return bracketed('{}', texts, margin)
}

/** Whether JSON.stringify writes an item as this file does. */
function isPlain(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return typeof item !== 'bigint'
  if (item instanceof RawJson) return false
  if (Array.isArray(item)) return item.every(isPlain)
  for (const name in item) if (!isPlain(item[name as keyof typeof item])) return false
  return true
}

/** In a list in a list, as deep as the margin says, an item is written with that margin. */
function indentedByRuntime(item: object, margin: string): string {
  let [before, after, wrapped]: [number, number, unknown] = [0, 0, item]
  for (let width = margin.length; width > 0; width -= 2) {
    before += '[\n'.length + width
    after += '\n]'.length + width - 2
    wrapped = [wrapped]
  }
  const text = JSON.stringify(wrapped, undefined, 2)
  return text.slice(before, text.length - after)
}

function bracketed(brackets: '[]' | '{}', parts: readonly string[], margin: string): string {
  if (parts.length === 0) return brackets
  return `${brackets[0]}\n${margin}  ${parts.join(`,\n${margin}  `)}\n${margin}${brackets[1]}`
}

/** Returns a seed as YAML in blocks. */
function yamlBlocks(seed: object): string {
  const { Document, isScalar, Scalar, visit } = yaml()
  const document = new Document(seed, { schema: 'core', aliasDuplicateObjects: false })
  visit(document, {
    // A field that is called "<<" would be read as a merge.
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE
    },
    // As JSON writes it, a text between double quotes is YAML.
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  // The library's own double quotes lose a line of one blank.
  return printableJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }))
}

/**
 * Whether the library would leave a text as it is that steers a terminal, or lose the blanks of one without
 * anything else.
 */
const needsQuotes = (text: string): boolean => steersInJson(text) || /^\s*\n\s*$/.test(text)

/** Ids are kept as text for the sake of those beyond 2^53; all others read better as numbers. */
const withNumericIds = (seed: Seed): object =>
  'database' in seed ? { ...seed, database: numericIds(seed.database) } : seed

/** The fields below the database that have ids; lists of records stay lists. */
const IDS: ReadonlySet<string> = new Set(['id', 'project', 'projects', 'documents'])

/** @param isId whether digits are an id here; a template stays text */
function numericIds(item: unknown, isId = false): unknown {
  if (typeof item === 'string') return isId && /^-?\d{1,15}$/.test(item) ? Number(item) : item
  if (Array.isArray(item)) return item.map((one) => numericIds(one, isId))
  if (!isRecord(item)) return item
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, numericIds(value, IDS.has(name))]),
  )
}
