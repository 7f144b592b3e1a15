import { isRecord } from '../core/objects.js'
import { printableJson, steersInJson } from '../core/printable.js'
import { RawJson } from './export-value.js'
import type { Seed } from './schema/schema.js'
import { yaml } from './text/yaml.js'

/** In characters. Beyond this, YAML in block style takes seconds to read. */
const BLOCKS_CHARACTERS_MAX = 4_000_000

/** Seeds with longer lines are written as JSON. */
const LONG_LINE = /^.{50001}/m

const HALF_SURROGATE = /\\ud[89a-f]/i

/**
 * Converts a seed to text that parses to the same data. The caller has to put integers beyond 2^53 into `json` and mark
 * literal `{{` with `literal: true`. YAML output falls back to JSON, which is also valid YAML, if block style would be
 * slow to read or can't hold the text. JSON escapes lone surrogates, which UTF-8 can't represent.
 */
export function seedText(seed: Seed, format: 'yaml' | 'json'): string {
  const shown = withNumericIds(seed)
  const json = jsonLines(shown)
  const isJson = format === 'json' || json.length > BLOCKS_CHARACTERS_MAX
  return isJson || LONG_LINE.test(json) || HALF_SURROGATE.test(json) ? json : yamlBlocks(shown)
}

/**
 * Works like `JSON.stringify(seed, undefined, 2)`, but keeps a `RawJson` on one line, converts bigints to text and
 * escapes characters that would control a terminal.
 */
export function jsonLines(seed: object): string {
  const raw: string[] = []
  // JSON.stringify is many times faster than our own code would be, so we put markers in its output and replace them.
  const marked = JSON.stringify(
    seed,
    function (this: object, name, value: unknown) {
      if (typeof value === 'bigint') return String(value)
      const own: unknown = Reflect.get(this, name)
      const isRaw = own instanceof RawJson
      if (!isRaw && !(typeof value === 'string' && value.startsWith(MARK))) return value
      return `${MARK}${raw.push(isRaw ? own.text : JSON.stringify(value)) - 1}`
    },
    2,
  )
  const text = raw.length === 0 ? marked : marked.replace(MARKED, (_, index) => raw[index] ?? '')
  return printableJson(`${text}\n`)
}

/** Any text that happens to begin like this gets a marker as well. */
const MARK = '\u0000line '
const MARKED = /"\\u0000line (\d+)"/g

function yamlBlocks(seed: object): string {
  const { Document, isScalar, Scalar, visit } = yaml()
  const document = new Document(seed, { schema: 'core', aliasDuplicateObjects: false })
  visit(document, {
    // A field called "<<" would otherwise be read as a merge key.
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE
    },
    // Every JSON string is also a valid double-quoted YAML scalar.
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  // When the library writes double quotes itself, it loses lines that consist of a single space.
  return printableJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }))
}

/** The library wouldn't put blank text or control characters in quotes. */
const needsQuotes = (text: string): boolean => steersInJson(text) || /^\s*\n\s*$/.test(text)

/** Ids are text because some are beyond 2^53. The others are easier to read as numbers. */
const withNumericIds = (seed: Seed): object =>
  'database' in seed ? { ...seed, database: numericIds(seed.database) } : seed

/** Fields under `database` that contain ids. */
const IDS: ReadonlySet<string> = new Set(['id', 'project', 'projects', 'documents'])

/** @param isId whether digits are an id here. Templates are never converted. */
function numericIds(item: unknown, isId = false): unknown {
  if (typeof item === 'string') return isId && /^-?\d{1,15}$/.test(item) ? Number(item) : item
  if (Array.isArray(item)) return item.map((one) => numericIds(one, isId))
  if (!isRecord(item)) return item
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, numericIds(value, IDS.has(name))]),
  )
}
