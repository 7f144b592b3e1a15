import * as v from 'valibot'
import { INTEGER_MAX, isInt64 } from '../../contract/values.js'
import { askIfSeconds } from '../../core/instants.js'
import { readDurationMs, readInstant, readMoment } from '../../core/moment.js'
import { nearest } from '../../core/nearest.js'
import { isObject } from '../../core/objects.js'
import { shorten } from '../../core/shorten.js'
import { KEY_LENGTH_MAX, lengthProblem } from '../../domain/bounds.js'
import { hasTemplate } from '../expand/templates.js'
import { QUOTE } from '../text/places.js'

/**
 * The kinds of fields that a seed is made of. A message may have a second line, which `check.ts` makes the hint of the
 * problem.
 */

/** Names a value as a person would, short enough for one line. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing (null)'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return value instanceof Date ? 'a Date' : 'a mapping'
  if (typeof value !== 'string') return `the ${typeof value === 'bigint' ? 'number' : typeof value} ${value}`
  return `the text ${JSON.stringify(shorten(value, 40))}`
}

/** The message for a value that is not `what`: it names what was found. The hint may depend on the value. */
export function expected(what: string, hint?: string | ((input: unknown) => string | undefined)) {
  return ({ input }: { readonly input: unknown }): string => {
    const line = typeof hint === 'function' ? hint(input) : hint
    return `expected ${what}, found ${describe(input)}${line === undefined ? '' : `\n${line}`}`
  }
}

/** Attaches the JSON Schema of a field that valibot's own conversion cannot know. */
export const asJsonSchema = <T>(jsonSchema: Record<string, unknown>) =>
  v.metadata<T, Record<string, unknown>>({ jsonSchema })

/** Adds to the JSON Schema of a field what valibot's own conversion cannot know of it. */
export const alsoJsonSchema = <T>(alsoInJsonSchema: Record<string, unknown>) =>
  v.metadata<T, Record<string, unknown>>({ alsoInJsonSchema })

/** The look of text of these sorts; a program checks whether a day or a sum is sound. */
const DURATION_TEXT = '[-+]?(?=[0-9P])[0-9.dhmsPTYMWDHS]+'
const INSTANT_TEXT = '([0-9]{4}|[-+][0-9]{6})-[0-9]{2}-[0-9]{2}(T.+)?|[0-9]{5,}'

/** A mapping with exactly these fields; unknown ones are reported by `check.ts`, which can name them all. */
export function mapping<const T extends v.ObjectEntries>(noun: string, entries: T) {
  return v.strictObject(entries, (issue) =>
    issue.expected === 'Object' ? expected(`${noun} (a mapping)`)(issue) : `${noun} needs ${issue.expected}`,
  )
}

export function list<const T extends v.GenericSchema>(item: T, what: string) {
  return v.array(
    item,
    expected(`a list of ${what}`, (input) =>
      input === null ? 'leave the field out, or write []' : undefined,
    ),
  )
}

const quoted = (input: unknown) => (isObject(input) ? undefined : QUOTE)

export const text = v.string(expected('text', quoted))

export const nonEmptyText = v.pipe(text, v.nonEmpty('expected text that is not empty'))

/** A key or an id that a request can carry. */
export const shortText = v.pipe(
  nonEmptyText,
  v.maxLength(KEY_LENGTH_MAX, ({ input }) => `${lengthProblem(input)}\n${SHORTEN}`),
)

export const SHORTEN = 'shorten it: it is sent in a head, of which servers take 8 or 16 KiB'

/** Text that a header can carry. */
export const apiKey = v.pipe(
  shortText,
  v.regex(/^[\x21-\x7e]+$/, expected('a key of visible ASCII characters', 'a key is sent in a header')),
)

export function integer(least: number, most = INTEGER_MAX, hint?: string) {
  const range = most === INTEGER_MAX ? `from ${least} up` : `from ${least} to ${most}`
  return integerSaying(expected(`an integer ${range}`, hint), least, most)
}

export function integerSaying(message: ReturnType<typeof expected>, least: number, most = INTEGER_MAX) {
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}

export const count = integer(0, INTEGER_MAX)

export const flag = v.boolean(expected('true or false'))

export function choice<const T extends readonly string[]>(...values: T) {
  const hint = (input: unknown) => {
    const meant = nearest(String(input), values)
    return meant === undefined ? undefined : `did you mean ${meant}?`
  }
  return v.picklist(values, expected(`one of ${values.join(', ')}`, hint))
}

const INT64 = 'an int64 id: digits without sign, leading zeros, point or exponent, from -2^63 to 2^63-1'

/** Always text here: readers keep the source digits of ids. */
export const int64 = v.pipe(
  v.string(expected(INT64)),
  v.check(isInt64, expected(INT64)),
  asJsonSchema({ type: ['integer', 'string'], pattern: '^(0|-?[1-9][0-9]{0,18})$' }),
)

/** The id of a record, which may be a template: `"1{{index}}"`. */
export const recordId = v.pipe(
  v.string(expected(INT64)),
  v.check((id) => isInt64(id) || hasTemplate(id), expected(INT64)),
  asJsonSchema({ type: ['integer', 'string'] }),
)

const INSTANT = 'an instant: ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970'

export const instant = v.pipe(
  v.union([v.string(), v.number()], expected(INSTANT)),
  v.check(
    (value) => readInstant(value) !== undefined && askIfSeconds(value) === undefined,
    expected(`${INSTANT}, up to the year 9999`, askIfSeconds),
  ),
  asJsonSchema({ type: ['string', 'integer'], pattern: `^(${INSTANT_TEXT})$` }),
)

const MOMENT = `${INSTANT}, or a duration from the origin such as +10m or -1h`

function momentHint(input: unknown): string | undefined {
  const question = askIfSeconds(input)
  if (question !== undefined || typeof input !== 'string') return question
  if (readDurationMs(input) !== undefined) return `did you mean +${input}?`
  return /^[-+]?P/.test(input) ? 'months and years are of no fixed length: count in days' : undefined
}

const isMoment = (value: string | number | bigint): boolean =>
  readMoment(value) !== undefined && askIfSeconds(value) === undefined

/** A bigint is ms beyond 2^53: the expiry of an entry with an enormous ttlSeconds. */
export const moment = v.pipe(
  v.union([v.string(), v.number(), v.bigint()], expected(MOMENT)),
  v.check(isMoment, expected(MOMENT, momentHint)),
  asJsonSchema({ type: ['string', 'integer'], pattern: `^(${INSTANT_TEXT}|[-+]${DURATION_TEXT})$` }),
)

/** A moment of a record, which may be a template: `"+{{index}}m"`. */
export const recordMoment = v.pipe(
  v.union([v.string(), v.number(), v.bigint()], expected(MOMENT)),
  v.check(
    (value) => (typeof value === 'string' && hasTemplate(value)) || isMoment(value),
    expected(MOMENT, momentHint),
  ),
  asJsonSchema({ type: ['string', 'integer'], pattern: `^(${INSTANT_TEXT}|[-+]${DURATION_TEXT})$|\\{\\{` }),
)

const PERIOD = 'a duration above 0 such as 30s or 1m'

export const period = v.pipe(
  v.union([v.string(), v.number()], expected(PERIOD)),
  v.check((value) => (readDurationMs(value) ?? 0) > 0, expected(PERIOD)),
  asJsonSchema({ type: ['string', 'number'], exclusiveMinimum: 0, pattern: `^${DURATION_TEXT}$` }),
)
