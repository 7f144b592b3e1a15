import { isLong } from '../../core/json/long-json.js'
import { RawJson } from '../../core/json/raw-json.js'
import { isObject } from '../../core/objects.js'
import { printableJson } from '../../core/printable.js'

/** The levels of a seed down to its records; what lies below them is written in one piece, unless it is long. */
export const RECORD_LEVEL = 4

/**
 * A seed as JSON text in lines, as `JSON.stringify(seed, undefined, 2)` gives it, but for long values and RawJson, which
 * are one line each, and for what would steer a terminal that shows it: that is escaped. A bigint becomes a text of its
 * digits: times beyond 2^53 ms are read from text as well.
 */
export function* jsonPieces(seed: object): Generator<string, undefined> {
  yield* value(seed, 0, '')
  yield '\n'
}

function* value(item: unknown, level: number, margin: string): Generator<string, undefined> {
  if (isListHere(item, level)) yield* list(item, level, margin)
  else if (level >= RECORD_LEVEL && !isLong(item)) yield inOnePiece(item, margin)
  else if (isBranch(item, level)) yield* members(item, level, margin)
  else if (isLong(item)) yield printableJson(JSON.stringify(item))
  else yield inOnePiece(item, margin)
}

function* list(items: readonly unknown[], level: number, margin: string): Generator<string, undefined> {
  const inner = `${margin}  `
  let isEmpty = true
  for (const item of items) {
    yield `${isEmpty ? '[' : ','}\n${inner}`
    isEmpty = false
    yield* value(item, level + 1, inner)
  }
  yield isEmpty ? '[]' : `\n${margin}]`
}

function* members(item: object, level: number, margin: string): Generator<string, undefined> {
  const inner = `${margin}  `
  let isEmpty = true
  for (const [name, member] of Object.entries(item)) {
    if (member === undefined) continue
    yield `${isEmpty ? '{' : ','}\n${inner}${printableJson(JSON.stringify(name))}: `
    isEmpty = false
    yield* value(member, level + 1, inner)
  }
  yield isEmpty ? '{}' : `\n${margin}}`
}

/** Whether the items of this are written one by one: it is no deeper than the ids that a key of the database sees. */
export const isListHere = (item: unknown, level: number): item is readonly unknown[] =>
  Array.isArray(item) && level <= RECORD_LEVEL

/** Whether the members of this are written one by one: it lies above the records, or is one that has a long value. */
export function isBranch(item: unknown, level: number): item is object {
  if (!isObject(item) || item instanceof RawJson || Array.isArray(item)) return false
  if (level === RECORD_LEVEL) return isLong(item)
  const decides = level < RECORD_LEVEL ? isObject : (member: unknown) => member instanceof RawJson
  return Object.values(item).some(decides)
}

function inOnePiece(item: unknown, margin: string): string {
  if (item instanceof RawJson) return printableJson(item.text)
  const text = printableJson(JSON.stringify(item, digitsOfBigints, 2) ?? 'null')
  return margin === '' || !isObject(item) ? text : text.replaceAll('\n', `\n${margin}`)
}

function digitsOfBigints(_name: string, item: unknown): unknown {
  return typeof item === 'bigint' ? String(item) : item
}
