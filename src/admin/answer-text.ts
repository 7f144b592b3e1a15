import { objectText } from '../core/json/json-text.js'
import { RawJson } from '../core/json/raw-json.js'
import { isObject } from '../core/objects.js'
import type { TextPieces } from '../core/text-pieces.js'

/** Items and members, with all that is in them, that are written in one go. */
const WHOLE_ITEMS = 1000

/** Characters that are written in the time that an item takes. */
const CHARACTERS_AN_ITEM = 100

type Write = (value: unknown) => string

/** What JSON.stringify makes of plain data, in pieces where there is much in it or a part of it keeps its own text. */
export const answerText = (value: unknown): string | TextPieces => inPieces(value, JSON.stringify)

/** The same, but for bigints: each is a number with all its digits. */
export const exactText = (value: unknown): string | TextPieces => inPieces(value, exactJson)

const inPieces = (value: unknown, write: Write): string | TextPieces =>
  hasFew(value) ? write(value) : pieces(value, write)

function* pieces(value: unknown, write: Write): Generator<string> {
  if (value instanceof RawJson) yield value.text
  else if (!isObject(value) || hasFew(value)) yield write(value) ?? 'null'
  else if (Array.isArray(value)) yield* listed(value, write)
  else yield* withMembers(value, write)
}

/** JSON in which a bigint is a number with all its digits. */
function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return objectText(Object.entries(value).flatMap(([name, member]) => [name, exactJson(member)]))
}

function* listed(items: readonly unknown[], write: Write): Generator<string> {
  let before = '['
  for (const item of items) {
    yield before
    yield* pieces(item, write)
    before = ','
  }
  yield ']'
}

function* withMembers(value: object, write: Write): Generator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* pieces(member, write)
    before = ','
  }
  yield '}'
}

/** Whether all that is in a value is few, and none of it keeps its own text. */
function hasFew(value: unknown): boolean {
  let left = WHOLE_ITEMS
  const isWithin = (one: unknown): boolean => {
    left -= 1 + (typeof one === 'string' ? one.length / CHARACTERS_AN_ITEM : 0)
    if (left < 0) return false
    if (!isObject(one)) return true
    // It may be long, and its text is there.
    if (one instanceof RawJson) return false
    if (Array.isArray(one)) return one.length <= left && one.every(isWithin)
    for (const name in one) if (!isWithin(Reflect.get(one, name))) return false
    return true
  }
  return isWithin(value)
}
