import { isRecord } from '../core/objects.js'
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
export function jsonLines(seed: object): string {
  const raw: string[] = []
  // The runtime writes indented JSON many times as fast as this code would, so it writes marks for what is in one line.
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

/** Texts of a seed that begin so are marked themselves. */
const MARK = '\u0000line '
const MARKED = /"\\u0000line (\d+)"/g

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
