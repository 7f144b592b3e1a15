import { formatInstant, LAST_INSTANT_MS } from '../core/instants.js'
import { isObject } from '../core/objects.js'

/** Uses `value` if that reproduces the exact text, and `json` otherwise. */
export type ExportedValue = { readonly value: unknown } | { readonly json: string }

/** In characters. We don't pretty-print longer values, since they might exceed the maximum string length. */
const SHOWN_MAX = 10_000

/** @param text an entry's value as minified JSON */
export function exportValue(text: string): ExportedValue {
  const value: unknown = JSON.parse(text)
  // Call isExact first, since JSON.stringify may overflow the stack.
  const isPlain = isExact(value) && JSON.stringify(value) === text && !UNSAFE_IN_YAML.test(text)
  if (!isPlain) return { json: text }
  return { value: inLines(value, text) }
}

/** Keeps a long value on a single line. */
export const inLines = (value: unknown, text: string): unknown =>
  text.length > SHOWN_MAX ? new RawJson(text) : value

/** Matches `__proto__`, which assignments treat specially, and lone surrogates, which UTF-8 can't represent. */
const UNSAFE_IN_YAML = /__proto__|\\ud[89a-f]/i

/** Seeds are only read up to a limited depth, so we export deeper values as text. */
const DEPTH_MAX = 300

/** Returns true if a seed can hold the value. Seeds reject integers beyond 2^53. */
export function isExact(value: unknown, depth = 0): boolean {
  if (!isObject(value))
    return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  if (depth >= DEPTH_MAX) return false
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth + 1))
  return Object.values(value).every((item) => isExact(item, depth + 1))
}

/** Formats an instant as ISO 8601, or returns it in ms if it's beyond the last instant. */
export const exportInstant = (ms: number): string | number => (ms <= LAST_INSTANT_MS ? formatInstant(ms) : ms)

/** Marks a record as literal if a seed would read any of its texts as a template. */
export const literally = (...texts: (string | undefined)[]): { literal?: true } =>
  texts.some((text) => text?.includes('{{')) ? { literal: true } : {}

/** Wraps a value's JSON text so that our JSON output can copy it verbatim. Other serializers get the value itself. */
export class RawJson {
  /** @param text minified JSON */
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
