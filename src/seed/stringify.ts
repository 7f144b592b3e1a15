import type { DatabaseKeySeed, DatabaseSeed, Seed } from './schema/schema.js'
import { jsonPieces } from './text/json-pieces.js'
import { yamlPieces } from './text/yaml-pieces.js'

/**
 * Writes a seed as text that parses to the same data, in pieces of about one record. Integers beyond 2^53 in a `value` are the caller's to give as `json`,
 * and `{{` that is no template as `literal: true`.
 */
export function* seedPieces(seed: Seed, format: 'yaml' | 'json'): Generator<string, undefined> {
  const shown = withNumericIds(seed)
  const json = jsonPieces(shown)
  if (format === 'json') return yield* json
  const begun: string[] = []
  let length = 0
  let lineLength = 0
  for (let piece = json.next(); piece.done !== true; piece = json.next()) {
    begun.push(piece.value)
    length += piece.value.length
    const lineEnd = piece.value.lastIndexOf('\n')
    lineLength = lineEnd < 0 ? lineLength + piece.value.length : piece.value.length - lineEnd
    // JSON is YAML, and escapes half surrogate pairs, which no UTF-8 file can hold.
    const isTooLong = length > BLOCKS_CHARACTERS_MAX || lineLength > LINE_CHARACTERS_MAX
    if (isTooLong || HALF_SURROGATE.test(piece.value)) {
      yield* begun
      return yield* json
    }
  }
  yield* yamlPieces(shown)
}

/** The first characters of that text, without a look at the rest of the seed; where it is long, in YAML's own blocks. */
export function* seedBeginning(
  seed: Seed,
  format: 'yaml' | 'json',
  characters: number,
): Generator<string, undefined> {
  const shown = withNumericIds(seed)
  let left = characters
  for (const piece of format === 'json' ? jsonPieces(shown) : yamlPieces(shown)) {
    yield piece.slice(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

/** Longer text takes seconds to read back in YAML's own blocks. */
const BLOCKS_CHARACTERS_MAX = 4_000_000

/** A longer value stays one line. */
const LINE_CHARACTERS_MAX = 50_000

const HALF_SURROGATE = /\\ud[89a-f]/i

/** Ids are kept as text for the sake of those beyond 2^53; all others read better as numbers. */
function withNumericIds(seed: Seed): object {
  const { database } = seed
  return database === undefined ? seed : { ...seed, database: databaseToJson(database) }
}

function databaseToJson(database: DatabaseSeed): object {
  const { keys, projects, documents } = database
  return {
    ...database,
    ...(keys === undefined ? {} : { keys: keys.map(databaseKeyToJson) }),
    ...(projects === undefined ? {} : { projects: projects.map(recordToJson) }),
    ...(documents === undefined ? {} : { documents: documents.map(recordToJson) }),
  }
}

/** The members keep their order. */
const databaseKeyToJson = (key: DatabaseKeySeed): object => ({
  ...key,
  ...(key.projects === undefined ? {} : { projects: key.projects.map(idToJson) }),
  ...(key.documents === undefined ? {} : { documents: key.documents.map(idToJson) }),
})

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
