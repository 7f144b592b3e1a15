import * as v from 'valibot'
import { INTEGER_MAX, isInt64 } from '../../contract/values.js'
import { nearest } from '../../core/nearest.js'
import { isObject, isRecord } from '../../core/objects.js'
import { shorten } from '../../core/shorten.js'
import { KEY_LENGTH_MAX, lengthProblem } from '../../domain/bounds.js'
import { hasTemplate } from '../expand/templates.js'
import { QUOTE } from '../text/positions.js'
import { PROBLEMS_MAX } from '../text/problems.js'
import { writtenAs } from '../text/written-numbers.js'

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

/** What to do about a value; it may depend on the value. */
type Hint = string | ((input: unknown) => string | undefined)

/** The message for a value that is not `what`: it names what was found. */
export function expected(what: string, hint?: Hint) {
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

/** What a check of valibot gets and fills in. */
interface Dataset {
  value: unknown
  typed?: boolean
  issues?: v.BaseIssue<unknown>[] | undefined
}

/**
 * A mapping with exactly these fields. It reports all that it does not know; valibot would name the first. A misspelt
 * field counts as the one that was meant, so that nothing else is said of that.
 *
 * @param mend how to write what was found as a mapping
 */
export function mapping<const T extends v.ObjectEntries>(noun: string, entries: T, mend?: Hint) {
  const schema = v.strictObject(entries)
  const message = expected(`${noun} (a mapping)`, mend)
  const run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>): Dataset => {
    const input = dataset.value
    if (!isRecord(input)) return refuse(dataset, message({ input }))
    const checked: Record<string, unknown> = {}
    dataset.value = checked
    dataset.typed = true
    for (const name of Object.keys(input)) {
      const field = Object.hasOwn(entries, name) ? (entries[name] as v.GenericSchema) : undefined
      if (field === undefined) noteUnknown(dataset, input, name, entries)
      else {
        const found = field['~run']({ value: meant(field, input, name) }, config)
        checked[name] = found.value
        take(dataset, found, stepOf(input, name))
      }
    }
    for (const [name, { type }] of Object.entries<v.GenericSchema>(entries)) {
      if (type !== 'exact_optional' && !Object.hasOwn(checked, name))
        refuse(dataset, `${noun} needs ${JSON.stringify(name)}`, stepOf(input, name, 'key'))
    }
    return dataset
  }
  return Object.assign(schema, { '~run': run }) as typeof schema
}

function noteUnknown(dataset: Dataset, input: object, name: string, entries: v.ObjectEntries): void {
  if (isFull(dataset)) return
  const known = Object.keys(entries)
  const free = known.filter((field) => !Object.hasOwn(input, field))
  const meant = nearest(name, free)
  if (meant !== undefined) Object.assign(Object(dataset.value), { [meant]: undefined })
  const hint =
    meant === undefined
      ? (placeBelow(name, entries) ?? `known here: ${known.join(', ')}`)
      : `did you mean ${meant}?`
  refuse(dataset, `unknown field ${JSON.stringify(name)}\n${hint}`, stepOf(input, name, 'key'))
}

/** Where a field belongs that is written a level too high. */
function placeBelow(name: string, entries: v.ObjectEntries): string | undefined {
  for (const [field, schema] of Object.entries<v.GenericSchema>(entries)) {
    const { entries: own, item } = bare(schema)
    if (own !== undefined && Object.hasOwn(own, name)) return `it belongs below ${field}`
    if (item !== undefined && Object.hasOwn(bare(item).entries ?? {}, name))
      return `it belongs below an item of ${field}`
  }
  return undefined
}

/** What is within a schema, if that is a mapping or a list. */
interface Within {
  readonly entries?: v.ObjectEntries
  readonly item?: v.GenericSchema
}

/** A field without the mark that it may be left out. */
const bare = (schema: v.GenericSchema): v.GenericSchema & Within =>
  'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema

/** A list of which every item is checked, up to the most problems that are reported. */
export function list<const T extends v.GenericSchema>(item: T, what: string) {
  const schema = v.array(item)
  const message = expected(`a list of ${what}`, (input) => {
    if (input === null) return 'leave the field out, or write []'
    return isRecord(input) ? listOf(input, bare(item)) : undefined
  })
  const run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>): Dataset => {
    const input = dataset.value
    if (!Array.isArray(input)) return refuse(dataset, message({ input }))
    const checked: unknown[] = []
    dataset.value = checked
    dataset.typed = true
    for (let index = 0; index < input.length && !isFull(dataset); index++) {
      const found = item['~run']({ value: meant(item, input, index) }, config)
      checked.push(found.value)
      take(dataset, found, stepOf(input, index))
    }
    return dataset
  }
  return Object.assign(schema, { '~run': run }) as typeof schema
}

/** How to write a mapping as a list: it may be the one item, or have its items by name. */
function listOf(input: Record<string, unknown>, { entries = {} }: Within): string | undefined {
  const [given = ''] = Object.keys(input)
  const [name = ''] = Object.keys(entries)
  if (Object.hasOwn(entries, given)) return 'write it as an item: with "- " before its first field'
  return given === '' || name === '' ? undefined : `write each as an item: - ${name}: ${shorten(given, 40)}`
}

const isFull = ({ issues = [] }: Dataset): boolean => issues.length >= PROBLEMS_MAX

/** Takes the issues of a field or an item. */
function take(dataset: Dataset, { issues, typed }: Dataset, step: v.IssuePathItem): void {
  if (typed !== true) dataset.typed = false
  if (issues === undefined) return
  for (const issue of issues) Object.assign(issue, { path: [step, ...(issue.path ?? [])] })
  dataset.issues = dataset.issues === undefined ? issues : dataset.issues.concat(issues)
}

/** @param origin "key" for what is wrong with a field itself, and not with its value */
const stepOf = (
  input: object,
  key: string | number,
  origin: v.IssuePathItem['origin'] = 'value',
): v.IssuePathItem => ({ type: 'unknown', origin, input, key, value: undefined })

function refuse(dataset: Dataset, message: string, step?: v.IssuePathItem): Dataset {
  dataset.typed = false
  dataset.issues ??= []
  dataset.issues.push({
    kind: 'schema',
    type: 'strict_object',
    input: dataset.value,
    expected: null,
    received: '',
    message,
    path: step && [step],
  })
  return dataset
}

/** The value of a field or an item; the text of a number that means something as it is written. */
function meant(schema: v.GenericSchema, container: object, step: string | number): unknown {
  const written = writtenAs(container, step)
  return written !== undefined && readsAs(schema)?.test(written) ? written : Reflect.get(container, step)
}

const readsAs = (schema: v.GenericSchema): RegExp | undefined =>
  v.getMetadata('wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema).readsAs as
    | RegExp
    | undefined

/** Attaches the JSON Schema of a field that takes numbers as they are written, if they look so. */
export const asWritten = <T>(readsAs: RegExp, jsonSchema: Record<string, unknown>) =>
  v.metadata<T, Record<string, unknown>>({ jsonSchema, readsAs })

const quoted = (input: unknown) => (isObject(input) ? undefined : QUOTE)

export const text = v.string(expected('text', quoted))

const NOT_EMPTY = 'expected text that is not empty'

export const nonEmptyText = v.pipe(text, v.nonEmpty(NOT_EMPTY))

const short = v.maxLength<string, number, ({ input }: { input: string }) => string>(
  KEY_LENGTH_MAX,
  ({ input }) => `${lengthProblem(input)}\n${SHORTEN}`,
)

/** A key or an id that a request can carry. */
export const shortText = v.pipe(nonEmptyText, short)

/** A name that may be a number, and is text all the same. */
export const name = v.pipe(
  v.union([v.string(), v.number(), v.bigint()], expected('text', quoted)),
  v.transform(String),
  asWritten(/^/, { type: 'string' }),
  v.nonEmpty(NOT_EMPTY),
  short,
)

export const SHORTEN = 'shorten it: it is sent in a head, of which servers take 8 or 16 KiB'

/** Text that a header can carry. */
export const apiKey = v.pipe(
  shortText,
  v.regex(/^[\x21-\x7e]+$/, expected('a key of visible ASCII characters', 'a key is sent in a header')),
)

export function integer(least: number, most = INTEGER_MAX) {
  const range = most === INTEGER_MAX ? `from ${least} up` : `from ${least} to ${most}`
  return integerSaying(expected(`an integer ${range}`, unquote), least, most)
}

/** The hint for a number that is written as text. */
const unquote = (input: unknown): string | undefined =>
  typeof input === 'string' && /^\d{1,15}$/.test(input) ? `write it without quotes: ${input}` : undefined

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

/** Digits, which a number of JavaScript might not hold. */
const digits = (isSound: (id: string) => boolean, jsonSchema: object, hint?: string) =>
  v.pipe(
    v.union([v.string(), v.number(), v.bigint()], expected(INT64)),
    v.transform(String),
    v.check(isSound, expected(INT64, hint)),
    asWritten(/^/, { type: ['integer', 'string'], ...jsonSchema }),
  )

export const int64 = digits(isInt64, { pattern: '^(0|-?[1-9][0-9]{0,18})$' })

/** The id of a record, which may be a template: `"1{{index}}"`. */
export const recordId = digits((id) => isInt64(id) || hasTemplate(id), {})

/** The id of a record that a template may have given. */
export const madeId = digits(isInt64, {}, 'let the template give digits, as {{index}} does')
