import { formatInstant, LAST_INSTANT_MS } from '../core/instants.js'
import { longJson } from '../core/json/long-json.js'
import { withShortNames } from '../core/json/long-names.js'
import { RawJson } from '../core/json/raw-json.js'
import { walk } from '../core/json/walk.js'
import { isObject } from '../core/objects.js'
import { KEY_LENGTH_MAX } from '../domain/bounds.js'
import { readPlainJson } from './read-plain-json.js'

/** A value as a seed has it: `value` where that gives the very same text back, else `json`. */
export type ExportedValue = { readonly value: unknown } | { readonly json: string }

/** A longer value, in characters, is not broken into lines: indented, it could be longer than any string. */
const SHOWN_MAX = 10_000

/** A longer text, in characters, is read and compared in slices. */
export const EXPORTED_AT_ONCE = 20_000

export function exportValue(text: string): ExportedValue {
  if (withShortNames(text, KEY_LENGTH_MAX) !== text) return { json: text }
  const value: unknown = JSON.parse(text)
  // isExact comes first: JSON.stringify has no depth to spare.
  const isPlain = isExact(value, 0) && JSON.stringify(value) === text && !UNSAFE_IN_YAML.test(text)
  if (!isPlain) return { json: text }
  return { value: text.length > SHOWN_MAX ? new RawJson(text) : value }
}

/** `exportValue` in slices. */
export function exportValueSteps(text: string): ExportedValue {
  if (text.length <= EXPORTED_AT_ONCE) {
    return exportValue(text)
  }
  const [data] = readPlainJson(text) ?? []
  const isPlain = isExactSteps(data) && isTextOf(data, text)
  return isPlain ? { value: new RawJson(text) } : { json: text }
}

/** Whether the data is written as this very text, which is safe in YAML. */
function isTextOf(data: unknown, text: string): boolean {
  let at = 0
  for (const piece of longJson(data)) {
    if (
      !text.startsWith(piece, at) ||
      UNSAFE_IN_YAML.test(text.slice(Math.max(0, at - UNSAFE_LENGTH), at + piece.length))
    )
      return false
    at += piece.length
  }
  return at === text.length
}

/** Names that assignments treat as special, and half surrogate pairs, which UTF-8 cannot hold. */
const UNSAFE_IN_YAML = /__proto__|\\ud[89a-f]/i
/** The longest of these. */
const UNSAFE_LENGTH = 9

/** Deeper nesting goes as text: seeds are read to a bounded depth. */
const DEPTH_MAX = 300

/** Whether a seed can hold the value. */
function isExact(value: unknown, depth: number): boolean {
  if (!isObject(value)) return isExactScalar(value)
  return depth < DEPTH_MAX && Object.values(value).every((item) => isExact(item, depth + 1))
}

/** The same in slices. */
export const isExactSteps = (value: unknown): boolean =>
  walk(value, (item, { depth }) => (isObject(item) ? depth < DEPTH_MAX : isExactScalar(item)))

/** Numbers beyond 2^53 are refused in a seed, even those that JavaScript happens to hold. */
const isExactScalar = (value: unknown): boolean =>
  typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)

/** ISO 8601; beyond the last instant, the bare number of ms. */
export function exportInstant(ms: number): string | number {
  return ms <= LAST_INSTANT_MS ? formatInstant(ms) : ms
}
