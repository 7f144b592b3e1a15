import { isObject } from '../objects.js'
import { textParts } from '../text/text-parts.js'
import { RawJson } from './raw-json.js'

/** The size of what is worked on in one go: a value counts as 1, and text as 1 more for so many characters. */
const SIZE_AT_ONCE = 1000
const CHARACTERS_A_VALUE = 64

/** Makes JSON text of what is short. */
export type WriteJson = (value: unknown) => string

/**
 * Whether a value takes long to be written as JSON, or to be looked through. No more of it is looked at than it takes.
 * RawJson may be long, and its text is there.
 */
export const isLong = (value: unknown): boolean => isLongerThan(SIZE_AT_ONCE, value)

/** Whether a value is of a larger size: it counts as 1 and all that is in it, and text as 1 more for 64 characters. */
export const isLongerThan = (size: number, value: unknown): boolean => sizeWith(value, 0, size) > size

/** What comes before the value counts too. Where the sum is too much, the rest of the value is not looked at. */
function sizeWith(value: unknown, before: number, most = SIZE_AT_ONCE): number {
  if (typeof value === 'string') return before + 1 + value.length / CHARACTERS_A_VALUE
  let size = before + 1
  if (!isObject(value)) return size
  if (value instanceof RawJson) return Number.POSITIVE_INFINITY
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= most; at++) size = sizeWith(value[at], size, most)
    return size
  }
  const fields = value as Record<string, unknown>
  for (const name in fields) {
    if (size > most) break
    size = sizeWith(fields[name], size, most)
  }
  return size
}

/**
 * The JSON text of data in pieces that take below a ms each; RawJson is one as it is.
 *
 * @param write makes the same text of what is short; it may write bigints, too
 */
export function* longJson(value: unknown, write: WriteJson = JSON.stringify): Generator<string, undefined> {
  if (value instanceof RawJson) yield value.text
  else if (!isLong(value)) yield write(value) ?? 'null'
  else if (typeof value === 'string') yield* textPieces(value)
  else if (Array.isArray(value)) yield* listPieces(value, write)
  else yield* mappingPieces(Object(value), write)
}

function* listPieces(items: readonly unknown[], write: WriteJson): Generator<string, undefined> {
  let before = '['
  // Short items that follow each other are written together.
  let run: unknown[] = []
  let size = 0
  for (const item of items) {
    const own = sizeWith(item, 0)
    if (size + own > SIZE_AT_ONCE && run.length > 0) {
      yield before + withoutEnds(write(run))
      before = ','
      run = []
      size = 0
    }
    if (own > SIZE_AT_ONCE) {
      yield before
      before = ','
      yield* longJson(item, write)
    } else {
      run.push(item)
      size += own
    }
  }
  yield run.length === 0 ? ']' : `${before}${withoutEnds(write(run))}]`
}

function* mappingPieces(fields: object, write: WriteJson): Generator<string, undefined> {
  let before = '{'
  // Joined at once: text that grows bit by bit would be put together when it is used.
  let texts: string[] = []
  let size = 0
  for (const name of Object.keys(fields)) {
    const value = Reflect.get(fields, name)
    if (value === undefined) continue
    texts.push(before, JSON.stringify(name), ':')
    before = ','
    const own = sizeWith(value, name.length / CHARACTERS_A_VALUE)
    size += own
    if (own > SIZE_AT_ONCE) {
      yield texts.join('')
      texts = []
      yield* longJson(value, write)
    } else texts.push(write(value))
    if (size <= SIZE_AT_ONCE) continue
    yield texts.join('')
    texts = []
    size = 0
  }
  yield `${before === '{' ? before : texts.join('')}}`
}

function* textPieces(text: string): Generator<string, undefined> {
  yield '"'
  for (const part of textParts(text)) yield withoutEnds(JSON.stringify(part))
  yield '"'
}

/** Without its first and last character: the brackets of a list, the quotes of a text. */
const withoutEnds = (json: string): string => json.slice(1, -1)
