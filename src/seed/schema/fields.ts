import * as v from 'valibot'
import type { JsonSchema } from '../../contract/json-schema.js'
import { INTEGER_MAX, isInt64 } from '../../contract/values.js'
import { didYouMean, expected, type Hint, hintOf, messageOf } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { isObject, isRecord } from '../../core/objects.js'
import { shorten } from '../../core/shorten.js'
import { KEY_LENGTH_MAX, lengthProblem } from '../../domain/bounds.js'
import { hasTemplate } from '../expand/templates.js'
import { QUOTE } from '../text/positions.js'
import { PROBLEMS_MAX } from '../text/problems.js'
import { writtenAs } from '../text/written-numbers.js'

/** Attaches a JSON Schema that valibot can't derive. */
export const asJsonSchema = <T>(jsonSchema: JsonSchema) =>
  v.metadata<T, Record<string, unknown>>({ jsonSchema })

/** Extends the JSON Schema that valibot derives, for the sake of editors. May depend on which operations exist. */
export const alsoJsonSchema = <T>(
  alsoInJsonSchema: JsonSchema | ((operationIds: readonly string[]) => JsonSchema),
) => v.metadata<T, Record<string, unknown>>({ alsoInJsonSchema })

/** The object that valibot passes to and gets back from a check. */
interface Dataset {
  value: unknown
  typed?: boolean
  issues?: v.BaseIssue<unknown>[] | undefined
}

/**
 * An object with exactly these fields. Unlike valibot, it reports every unknown field rather than just the first. A
 * misspelled field is treated as the intended one, which avoids follow-up problems.
 *
 * @param mend how to turn the given value into an object
 * @param adviseOn what to do instead of using an unknown field
 */
export function mapping<const T extends v.ObjectEntries>(
  noun: string,
  entries: T,
  mend?: Hint,
  adviseOn: (unknownField: string) => string | undefined = () => undefined,
) {
  const schema = v.strictObject(entries)
  const message = expected(
    `${noun} (a mapping)`,
    (input) => spaceAfterColon(input, entries) ?? (typeof mend === 'function' ? mend(input) : mend),
  )
  const run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>): Dataset => {
    const input = dataset.value
    if (!isRecord(input)) return refuse(dataset, message)
    const checked: Record<string, unknown> = {}
    dataset.value = checked
    dataset.typed = true
    for (const name of Object.keys(input)) {
      const field = Object.hasOwn(entries, name) ? (entries[name] as v.GenericSchema) : undefined
      if (field === undefined) noteUnknown(dataset, input, name, entries, adviseOn(name))
      else {
        const found = field['~run']({ value: meant(field, input, name) }, config)
        checked[name] = found.value
        take(dataset, found, stepOf(input, name))
      }
    }
    for (const [name, { type }] of Object.entries<v.GenericSchema>(entries)) {
      if (type !== 'exact_optional' && !Object.hasOwn(checked, name))
        refuse(dataset, () => `${noun} needs ${JSON.stringify(name)}`, stepOf(input, name, 'key'))
    }
    return dataset
  }
  return Object.assign(schema, { '~run': run }) as typeof schema
}

/** Without a space after the colon, YAML reads a field as text. */
function spaceAfterColon(input: unknown, entries: v.ObjectEntries): string | undefined {
  if (typeof input !== 'string') return undefined
  const [, name = '', value = ''] = /^(\w+):(\S+)/.exec(input) ?? []
  return Object.hasOwn(entries, name)
    ? `put a space after the colon: ${name}: ${shorten(value, 40)}`
    : undefined
}

function noteUnknown(
  dataset: Dataset,
  input: object,
  name: string,
  entries: v.ObjectEntries,
  advice: string | undefined,
): void {
  if (isFull(dataset)) return
  const known = Object.keys(entries)
  const free = known.filter((field) => !Object.hasOwn(input, field))
  const meant = advice === undefined ? (nearest(name, free) ?? synonym(name, free)) : undefined
  if (meant !== undefined) Object.assign(Object(dataset.value), { [meant]: undefined })
  const hint = didYouMean(meant, advice ?? placeBelow(name, entries) ?? `known here: ${known.join(', ')}`)
  const message = messageOf(() => ({ message: `unknown field ${JSON.stringify(name)}`, hint }))
  refuse(dataset, message, stepOf(input, name, 'key'))
}

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  name: ['title'],
  title: ['name'],
  body: ['content'],
  text: ['content'],
  count: ['times'],
  latency: ['delay'],
  role: ['scope'],
  permission: ['scope'],
}

const synonym = (name: string, free: readonly string[]): string | undefined =>
  Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name]?.find((field) => free.includes(field)) : undefined

/** Returns advice if a field was written one level too high. */
function placeBelow(name: string, entries: v.ObjectEntries): string | undefined {
  for (const [field, schema] of Object.entries<v.GenericSchema>(entries)) {
    const { entries: own, item } = bare(schema)
    if (own !== undefined && Object.hasOwn(own, name)) return `it belongs under ${field}`
    if (item !== undefined && Object.hasOwn(bare(item).entries ?? {}, name))
      return `it belongs in an item of ${field}`
  }
  return undefined
}

interface Within {
  readonly entries?: v.ObjectEntries
  readonly item?: v.GenericSchema
}

const bare = (schema: v.GenericSchema): v.GenericSchema & Within =>
  'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema

/** Validates all items, up to the maximum number of problems. */
export function list<const T extends v.GenericSchema>(
  item: T,
  what: string,
  example?: (name: string) => string,
) {
  const schema = v.array(item)
  const message = expected(`a list of ${what}`, (input) => {
    if (input === null) return 'leave the field out, or write []'
    if (isRecord(input)) return listOf(input, bare(item), example)
    const [issue = {}] = v.safeParse(item, input).issues ?? []
    return hintOf(issue)?.replace(/^write (\{.*)/, 'write [$1]')
  })
  const run = (dataset: Dataset, config: v.Config<v.BaseIssue<unknown>>): Dataset => {
    const input = dataset.value
    if (!Array.isArray(input)) return refuse(dataset, message)
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

/** An object that's written where we expect a list may be a single item or map names to items. */
function listOf(
  input: Record<string, unknown>,
  { entries = {} }: Within,
  example = (name: string) => `${Object.keys(entries)[0]}: ${name}`,
): string | undefined {
  const [given] = Object.keys(input)
  if (given === undefined || Object.keys(entries).length === 0) return undefined
  if (Object.hasOwn(entries, given)) return 'write it as an item, with "- " before its first field'
  return `write each as an item: - ${example(shorten(given, 40))}`
}

const isFull = ({ issues = [] }: Dataset): boolean => issues.length >= PROBLEMS_MAX

function take(dataset: Dataset, { issues, typed }: Dataset, step: v.IssuePathItem): void {
  if (typed !== true) dataset.typed = false
  if (issues === undefined) return
  for (const issue of issues) Object.assign(issue, { path: [step, ...(issue.path ?? [])] })
  dataset.issues = dataset.issues === undefined ? issues : dataset.issues.concat(issues)
}

/** @param origin `'key'` if the problem is with the field's name rather than its value */
const stepOf = (
  input: object,
  key: string | number,
  origin: v.IssuePathItem['origin'] = 'value',
): v.IssuePathItem => ({ type: 'unknown', origin, input, key, value: undefined })

function refuse(
  dataset: Dataset,
  message: (issue: v.BaseIssue<unknown>) => string,
  step?: v.IssuePathItem,
): Dataset {
  const issue: v.BaseIssue<unknown> & { message: string } = {
    kind: 'schema',
    type: 'strict_object',
    input: dataset.value,
    expected: null,
    received: '',
    message: '',
    path: step && [step],
  }
  issue.message = message(issue)
  dataset.typed = false
  dataset.issues ??= []
  dataset.issues.push(issue)
  return dataset
}

/** For a number whose spelling matters, returns its original text. */
function meant(schema: v.GenericSchema, container: object, step: string | number): unknown {
  const written = writtenAs(container, step)
  return written !== undefined && readsAs(schema)?.test(written) ? written : Reflect.get(container, step)
}

const readsAs = (schema: v.GenericSchema): RegExp | undefined =>
  v.getMetadata('wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema).readsAs as
    | RegExp
    | undefined

/** Makes a field read matching numbers as they were written. */
export const asWritten = <T>(readsAs: RegExp, jsonSchema: Record<string, unknown>) =>
  v.metadata<T, Record<string, unknown>>({ jsonSchema, readsAs })

export const quoted = (input: unknown) => (isObject(input) ? undefined : QUOTE)

export const text = v.string(expected('text', quoted))

const NOT_EMPTY = 'expected text that is not empty'

export const nonEmptyText = v.pipe(text, v.nonEmpty(NOT_EMPTY))

const short = v.maxLength<string, number, (issue: { readonly input: unknown }) => string>(
  KEY_LENGTH_MAX,
  messageOf((input) => ({ message: lengthProblem(String(input)) ?? '', hint: SHORTEN })),
)

/** A key or id that's short enough for a request. */
export const shortText = v.pipe(nonEmptyText, short)

/** Accepts numbers, since names may look like them. */
export const name = v.pipe(
  v.union([v.string(), v.number(), v.bigint()], expected('text', quoted)),
  v.transform(String),
  asWritten(/^/, { type: 'string' }),
  v.nonEmpty(NOT_EMPTY),
  short,
)

export const SHORTEN = 'shorten it: it is sent in the head of a request, which servers limit to 8 or 16 KiB'

export const apiKey = v.pipe(
  shortText,
  v.regex(/^[\x21-\x7e]+$/, expected('a key of visible ASCII characters', 'keys are sent in a header')),
)

export function integer(least: number, most = INTEGER_MAX) {
  const range = most === INTEGER_MAX ? `of at least ${least}` : `from ${least} to ${most}`
  return integerSaying(expected(`an integer ${range}`, plainNumber), least, most)
}

/** Suggests plain digits for e.g. "15", "10k" and "10_000". */
export function plainNumber(input: unknown): string | undefined {
  if (typeof input !== 'string') return undefined
  if (/^\d{1,15}$/.test(input)) return `write it without quotes: ${input}`
  if (/^\d{1,9}k$/i.test(input)) return didYouMean(input.replace(/k/i, '000'))
  return /^\d{1,3}(?:[_,.' ]\d{3}){1,4}$/.test(input) ? didYouMean(input.replace(/\D/g, '')) : undefined
}

export function integerSaying(message: ReturnType<typeof messageOf>, least: number, most = INTEGER_MAX) {
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}

export const count = integer(0, INTEGER_MAX)

export const flag = v.boolean(expected('true or false'))

export function choice<const T extends readonly string[]>(...values: T) {
  const hint = (input: unknown) => didYouMean(nearest(String(input), values))
  return v.picklist(values, expected(`one of ${values.join(', ')}`, hint))
}

const INT64 = 'an int64 id: digits without plus sign, leading zeros, point or exponent, from -2^63 to 2^63-1'

/** Accepts digits as text, since JavaScript numbers might not hold them exactly. */
const digits = (isSound: (id: string) => boolean, jsonSchema: object, hint?: string) =>
  v.pipe(
    v.union([v.string(), v.number(), v.bigint()], expected(INT64)),
    v.transform(String),
    v.check(isSound, expected(INT64, hint)),
    asWritten(/^/, { type: ['integer', 'string'], ...jsonSchema }),
  )

export const int64 = digits(isInt64, { pattern: '^(0|-?[1-9][0-9]{0,18})$' })

/** A record id or a template for one, e.g. `"1{{index}}"`. */
export const recordId = digits((id) => isInt64(id) || hasTemplate(id), {})

export const madeId = digits(isInt64, {}, 'use a template that gives digits, such as {{index}}')
