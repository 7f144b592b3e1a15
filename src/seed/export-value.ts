import { formatInstant, LAST_INSTANT_MS } from '../core/instants.js'
import { isObject } from '../core/objects.js'

/** A value as a seed has it: `value` if that gives the very same text back, else `json`. */
export type ExportedValue = { readonly value: unknown } | { readonly json: string }

/** A longer value, in characters, is not broken into lines: indented, it could be longer than any string. */
const SHOWN_MAX = 10_000

/** @param text a value of the key-value or config service, as JSON without white space */
export function exportValue(text: string): ExportedValue {
  const value: unknown = JSON.parse(text)
  // isExact comes first: JSON.stringify has no depth to spare.
  const isPlain = isExact(value) && JSON.stringify(value) === text && !UNSAFE_IN_YAML.test(text)
  if (!isPlain) return { json: text }
  return { value: inLines(value, text) }
}

/** Returns a value as it is shown: a long one as one line of its text. */
export const inLines = (value: unknown, text: string): unknown =>
  text.length > SHOWN_MAX ? new RawJson(text) : value

/** Names that assignments treat as special, and half surrogate pairs, which UTF-8 cannot hold. */
const UNSAFE_IN_YAML = /__proto__|\\ud[89a-f]/i

/** Deeper nesting goes as text: seeds are read to a bounded depth. */
const DEPTH_MAX = 300

/** Whether a seed can hold a value: numbers beyond 2^53 are refused in a seed. */
export function isExact(value: unknown, depth = 0): boolean {
  if (!isObject(value))
    return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  if (depth >= DEPTH_MAX) return false
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth + 1))
  return Object.values(value).every((item) => isExact(item, depth + 1))
}

/** ISO 8601; beyond the last instant, the bare number of ms. */
export const exportInstant = (ms: number): string | number => (ms <= LAST_INSTANT_MS ? formatInstant(ms) : ms)

/** The field of a record whose texts would be templates in a seed. */
export const literally = (...texts: (string | undefined)[]): { literal?: true } =>
  texts.some((text) => text?.includes('{{')) ? { literal: true } : {}

/** A value by its JSON text, which is written as it is where JSON is made; anything else may take it for the value. */
export class RawJson {
  /** @param text valid JSON, without insignificant white space */
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
