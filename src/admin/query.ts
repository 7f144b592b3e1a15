import * as v from 'valibot'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import { shorten } from '../core/shorten.js'
import type { WorldService } from '../domain/service.js'
import { asJsonSchema } from '../seed/schema/fields.js'

/** Query parameters are always optional. */
export interface QueryParameter<T> {
  readonly description: string
  readonly example: unknown
  /** Parses the parameter's text. It may depend on the services. The message should say what's expected. */
  readonly schema:
    | v.GenericSchema<string, T>
    | ((services: readonly WorldService[]) => v.GenericSchema<string, T>)
  /** True if it's a comma-separated list. If so, you can also repeat the parameter. */
  readonly isList?: boolean
  /** Returns what the user probably meant if the text is invalid. */
  readonly meant?: (text: string, services: readonly WorldService[]) => string | undefined
}

/** By name. */
export type Parameters = Readonly<Record<string, QueryParameter<unknown>>>

/** Only has the parameters that a request has set. */
export type QueryOf<P extends Parameters> = {
  readonly [Name in keyof P]?: P[Name] extends QueryParameter<infer T> ? T : never
}

export const parameter = <T>(
  description: string,
  schema: v.GenericSchema<string, T>,
  example: unknown,
): QueryParameter<T> => ({ description, schema, example })

/** An error quotes at most this many characters of an invalid value or unknown name. */
const QUOTED_MAX = 40

/** The maximum number of problems that an error lists. */
const PROBLEMS_MAX = 20

/** @throws Refusal `invalid_request`, which lists up to 20 parameters that are unknown, duplicated or invalid */
export function readQuery<P extends Parameters>(
  query: URLSearchParams,
  known: P,
  services: readonly WorldService[],
): QueryOf<P> {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const names = Object.keys(known)
  for (const [name, given] of grouped(query)) {
    if (problems.length === PROBLEMS_MAX) break
    const one = Object.hasOwn(known, name) ? known[name] : undefined
    const [value = '', ...others] = one?.isList === true ? [given.join(',')] : given
    if (one === undefined) problems.push(noSuchParameter(name, names))
    else if (others.length > 0) problems.push(`${name}: may only be given once`)
    else {
      const schema = typeof one.schema === 'function' ? one.schema(services) : one.schema
      const { success, output, issues } = v.safeParse(schema, value)
      if (success) values[name] = output
      else {
        const found = JSON.stringify(shorten(value, QUOTED_MAX))
        const mend = mendOf(one.meant?.(value, services))
        problems.push(`${name}: expected ${issues[0].message}, found ${found}${mend}`)
      }
    }
  }
  // Each value was parsed by the schema that belongs to its name.
  if (problems.length === 0) return values as QueryOf<P>
  throw new Refusal('invalid_request', problems.join('; '), { hint: hintOf(Object.entries(known)) })
}

function hintOf(known: readonly (readonly [name: string, parameter: QueryParameter<unknown>])[]): string {
  const [first, ...others] = known
  if (first === undefined) return 'this call takes no parameters'
  if (others.length === 0) return `the parameter is ${first[0]}: ${first[1].description}`
  return `the parameters are ${known.map(([name]) => name).join(', ')}`
}

function noSuchParameter(name: string, known: readonly string[]): string {
  return `${shorten(name, QUOTED_MAX)}: there is no such parameter${mendOf(nearest(name, known))}`
}

const mendOf = (meant: string | undefined): string => (meant === undefined ? '' : `, did you mean ${meant}?`)

function grouped(query: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>()
  for (const [name, value] of query) {
    const values = all.get(name)
    if (values === undefined) all.set(name, [value])
    else values.push(value)
  }
  return all
}

/**
 * @param expects describes valid values, for use in errors
 * @param read returns undefined if the text is invalid
 * @param jsonSchema the schema to use in the OpenAPI document
 */
export const readAs = <T>(
  expects: string,
  read: (text: string) => T | undefined,
  jsonSchema: Readonly<Record<string, unknown>> = { type: 'string' },
): v.GenericSchema<string, T> =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message: expects })
      return NEVER
    }),
    asJsonSchema(jsonSchema),
  )

export const anyText: v.GenericSchema<string, string> = v.string()

export const word = <const Words extends readonly string[]>(...words: Words) =>
  v.picklist(words, words.map((one) => `"${one}"`).join(' or '))

/** A comma-separated list of some of these words. */
export const wordsOf = <const Word extends string>(words: readonly Word[]) =>
  readAs(`a comma-separated list of ${words.join(', ')}`, (text) => {
    const given = text.split(',')
    const found = words.filter((one) => given.includes(one))
    return given.every((one) => found.some((word) => word === one)) ? found : undefined
  })

export const trueOrFalse = readAs(
  '"true" or "false"',
  (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  { type: 'boolean' },
)

export const whole = (expects: string, pattern: RegExp, max: number, jsonSchema: object) =>
  readAs(expects, (text) => (pattern.test(text) && Number(text) <= max ? Number(text) : undefined), {
    ...jsonSchema,
  })

const ABOVE_0 = /^0*[1-9]\d*$/

/** Without an upper bound. */
export const limit = (usual?: number) =>
  whole('a whole number above 0', ABOVE_0, Number.POSITIVE_INFINITY, {
    type: 'integer',
    minimum: 1,
    ...(usual === undefined ? {} : { default: usual }),
  })

export const countUpTo = (max: number, usual?: number) =>
  whole(`a whole number from 1 to ${max}`, ABOVE_0, max, {
    type: 'integer',
    minimum: 1,
    maximum: max,
    ...(usual === undefined ? {} : { default: usual }),
  })

/** Only the world knows whether the point exists. */
export const point = (what: string): QueryParameter<string> =>
  parameter(`${what}: r41, after:r41, an instant, start or now.`, anyText, 'start')
