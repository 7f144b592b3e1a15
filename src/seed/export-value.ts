import { formatInstant, LAST_INSTANT_MS } from '../core/instants.js'
import { isObject } from '../core/objects.js'

/** As `value` if that reproduces the exact text, otherwise as `json`. */
export type ExportedValue = { readonly value: unknown } | { readonly json: string }

/** In characters. Longer values aren't pretty-printed, since they could exceed the maximum string length. */
const SHOWN_MAX = 10_000

/** @param text a value of the key-value or config store, as minified JSON */
export function exportValue(text: string): ExportedValue {
  const value: unknown = JSON.parse(text)
  // isExact comes first, since JSON.stringify may overflow the stack.
  const isPlain = isExact(value) && JSON.stringify(value) === text && !UNSAFE_IN_YAML.test(text)
  if (!isPlain) return { json: text }
  return { value: inLines(value, text) }
}

/** Shows a long value as one line of its text. */
export const inLines = (value: unknown, text: string): unknown =>
  text.length > SHOWN_MAX ? new RawJson(text) : value

/** Names that assignments treat specially, and lone surrogates, which UTF-8 can't represent. */
const UNSAFE_IN_YAML = /__proto__|\\ud[89a-f]/i

/** Deeper values go as text, since seeds are read to a limited depth. */
const DEPTH_MAX = 300

/** True if a seed can hold the value exactly. Seeds reject numbers beyond 2^53. */
export function isExact(value: unknown, depth = 0): boolean {
  if (!isObject(value))
    return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  if (depth >= DEPTH_MAX) return false
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth + 1))
  return Object.values(value).every((item) => isExact(item, depth + 1))
}

/** Formats as ISO 8601, or as a bare number of ms beyond the last instant. */
export const exportInstant = (ms: number): string | number => (ms <= LAST_INSTANT_MS ? formatInstant(ms) : ms)

/** Marks a record whose texts a seed would read as templates. */
export const literally = (...texts: (string | undefined)[]): { literal?: true } =>
  texts.some((text) => text?.includes('{{')) ? { literal: true } : {}

/** A value by its JSON text, which JSON output copies verbatim. For any other reader it stands for the value. */
export class RawJson {
  /** @param text minified JSON */
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
