import { Document, isScalar, Scalar, visit } from 'yaml'
import type { Seed } from './schema/schema.js'

/**
 * Writes a seed as text that parses to the same data. Integers beyond 2^53 in a `value` are the caller's to give as
 * `json`, and `{{` that is no template as `literal: true`.
 */
export function stringifySeed(seed: Seed, format: 'yaml' | 'json'): string {
  const shown = withNumericIds(seed)
  const json = `${JSON.stringify(shown, digitsOfBigints, 2)}\n`
  // JSON is YAML, and escapes half surrogate pairs, which no UTF-8 file can hold.
  if (format === 'json' || json.length > BLOCKS_CHARACTERS_MAX || HALF_SURROGATE.test(json)) return json
  const document = new Document(shown, { schema: 'core', aliasDuplicateObjects: false })
  visit(document, {
    // A field that is called "<<" would be read as a merge.
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** Longer text takes seconds to write in YAML's own blocks, during which the emulator answers nothing. */
const BLOCKS_CHARACTERS_MAX = 4_000_000

/** A replacer: times beyond 2^53 ms are read from text as well. */
function digitsOfBigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

const HALF_SURROGATE = /\\ud[89a-f]/i

/** Ids are kept as text for the sake of those beyond 2^53; all others read better as numbers. */
function withNumericIds(seed: Seed): object {
  const { database } = seed
  if (database === undefined) return seed
  const { keys, projects, documents } = database
  const keysToJson = keys?.map((key) => ({
    ...key,
    ...(key.projects === undefined ? {} : { projects: key.projects.map(idToJson) }),
    ...(key.documents === undefined ? {} : { documents: key.documents.map(idToJson) }),
  }))
  return {
    ...seed,
    database: {
      ...database,
      ...(keysToJson === undefined ? {} : { keys: keysToJson }),
      ...(projects === undefined ? {} : { projects: projects.map(recordToJson) }),
      ...(documents === undefined ? {} : { documents: documents.map(recordToJson) }),
    },
  }
}

function recordToJson(record: { readonly id?: string; readonly project?: string }): object {
  const { id, project } = record
  return {
    ...record,
    ...(id === undefined ? {} : { id: idToJson(id) }),
    ...(project === undefined ? {} : { project: idToJson(project) }),
  }
}

/** Digits as a number where that keeps them all; anything else, such as a template, as it is. */
function idToJson(id: string): string | number {
  return /^-?\d{1,15}$/.test(id) ? Number(id) : id
}
