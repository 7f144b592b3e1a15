import { objectText } from '../core/json/json-text.js'
import { isLong, longJson, type WriteJson } from '../core/json/long-json.js'
import type { TextPieces } from '../core/text-pieces.js'

/** What JSON.stringify makes of plain data, in pieces where there is much in it or a part of it keeps its own text. */
export const answerText = (value: unknown): string | TextPieces => inPieces(value, JSON.stringify)

/** The same, but for bigints: each is a number with all its digits. */
export const exactText = (value: unknown): string | TextPieces => inPieces(value, exactJson)

const inPieces = (value: unknown, write: WriteJson): string | TextPieces =>
  isLong(value) ? longJson(value, write) : write(value)

/** JSON in which a bigint is a number with all its digits. */
function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return objectText(Object.entries(value).flatMap(([name, member]) => [name, exactJson(member)]))
}
