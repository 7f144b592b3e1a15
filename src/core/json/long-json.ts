import { isObject } from '../objects.js'
import type { Slice, Steps } from '../steps.js'
import { RawJson } from './raw-json.js'

/** The size of what is worked on in one go: a value counts as 1, and text as 1 more for so many characters. */
const SIZE_AT_ONCE = 1000
const CHARACTERS_A_VALUE = 64

/** Characters of JSON that are written in the time that most work on an item takes. */
const CHARACTERS_AN_ITEM = 256

/** Characters of one text that are escaped in one go. */
const CHARACTERS_AT_ONCE = SIZE_AT_ONCE * CHARACTERS_A_VALUE

/** Whether a value takes long to be written as JSON, or to be looked through. No more of it is looked at than it takes. */
export const isLong = (value: unknown): boolean => sizeWith(value, 0) > SIZE_AT_ONCE

/** What comes before the value counts too. Where the sum is too much, the rest of the value is not looked at. */
function sizeWith(value: unknown, before: number): number {
  if (typeof value === 'string') return before + 1 + value.length / CHARACTERS_A_VALUE
  let size = before + 1
  if (!isObject(value)) return size
  if (value instanceof RawJson) return size + value.text.length / CHARACTERS_A_VALUE
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (size > SIZE_AT_ONCE) break
    size = sizeWith(item, size)
  }
  return size
}

/** The JSON text of data as `JSON.stringify` gives it, in pieces that take below a ms each; long RawJson is one as it is. */
export function* longJson(value: unknown): Generator<string, undefined> {
  if (value instanceof RawJson) yield value.text
  else if (isLong(value)) yield* piecesOf(value)
  else yield JSON.stringify(value) ?? 'null'
}

/** The same text as a whole, made in slices. */
export function* longJsonText(value: unknown, slice: Slice): Steps<string> {
  const pieces: string[] = []
  for (const piece of longJson(value)) {
    pieces.push(piece)
    if (slice.spend(1 + Math.floor(piece.length / CHARACTERS_AN_ITEM))) yield
  }
  return pieces.join('')
}

/** @param value what is long */
function* piecesOf(value: unknown): Generator<string, undefined> {
  if (value instanceof RawJson) yield value.text
  else if (typeof value === 'string') yield* textPieces(value)
  else if (Array.isArray(value)) yield* listPieces(value)
  else yield* mappingPieces(Object(value))
}

function* listPieces(items: readonly unknown[]): Generator<string, undefined> {
  let before = '['
  // Short items that follow each other are written together.
  let run: unknown[] = []
  let size = 0
  for (const item of items) {
    const own = sizeWith(item, 0)
    if (size + own > SIZE_AT_ONCE && run.length > 0) {
      yield before + withoutEnds(JSON.stringify(run))
      before = ','
      run = []
      size = 0
    }
    if (own > SIZE_AT_ONCE) {
      yield before
      before = ','
      yield* piecesOf(item)
    } else {
      run.push(item)
      size += own
    }
  }
  yield run.length === 0 ? ']' : `${before}${withoutEnds(JSON.stringify(run))}]`
}

function* mappingPieces(fields: object): Generator<string, undefined> {
  let text = '{'
  let size = 0
  let isFirst = true
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`
    isFirst = false
    const own = sizeWith(value, name.length / CHARACTERS_A_VALUE)
    size += own
    if (own > SIZE_AT_ONCE) {
      yield text
      yield* piecesOf(value)
      text = ''
    } else text += JSON.stringify(value)
    if (size <= SIZE_AT_ONCE) continue
    yield text
    text = ''
    size = 0
  }
  yield `${text}}`
}

function* textPieces(text: string): Generator<string, undefined> {
  yield '"'
  for (let start = 0; start < text.length; ) {
    let end = start + CHARACTERS_AT_ONCE
    // The halves of a pair belong together: alone each would be escaped.
    while (isFirstHalf(text.charCodeAt(end - 1))) end++
    yield withoutEnds(JSON.stringify(text.slice(start, end)))
    start = end
  }
  yield '"'
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Without its first and last character: the brackets of a list, the quotes of a text. */
const withoutEnds = (json: string): string => json.slice(1, -1)
