import * as v from 'valibot'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import { shorten } from '../core/shorten.js'
import type { WorldService } from '../domain/service.js'
import { asJsonSchema } from '../seed/schema/fields.js'

/** A parameter of a query: how it is described, and how it is read. It may be left out. */
export interface QueryParameter<T> {
  readonly description: string
  readonly example: unknown
  /** Reads its text, as these services have it. The message says what a value must be. */
  readonly schema:
    | v.GenericSchema<string, T>
    | ((services: readonly WorldService[]) => v.GenericSchema<string, T>)
  /** A parameter that is given several times is one list of words joined by commas. */
  readonly isList?: boolean
  /** Returns what a wrong text was probably meant to be. */
  readonly meant?: (text: string, services: readonly WorldService[]) => string | undefined
}

/** The parameters of a call, by name. */
export type Parameters = Readonly<Record<string, QueryParameter<unknown>>>

/** The values of the parameters that a request has. */
export type QueryOf<P extends Parameters> = {
  readonly [Name in keyof P]?: P[Name] extends QueryParameter<infer T> ? T : never
}

export const parameter = <T>(
  description: string,
  schema: v.GenericSchema<string, T>,
  example: unknown,
): QueryParameter<T> => ({ description, schema, example })

/** The characters of a wrong value, or of an unknown name, that the error quotes. */
const QUOTED_MAX = 40

/** The most problems that the error lists. */
const PROBLEMS_MAX = 20

/**
 * Reads the parameters of a query.
 *
 * @throws Refusal invalid_request, naming the parameters that are unknown, given twice or of no use, the
 * first 20 of them
 */
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
    else if (others.length > 0) problems.push(`${name}: may be given once`)
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
  // Each value was read by the schema of its name.
  if (problems.length === 0) return values as QueryOf<P>
  throw new Refusal('invalid_request', problems.join('; '), { hint: hintOf(Object.entries(known)) })
}

function hintOf(known: readonly (readonly [name: string, parameter: QueryParameter<unknown>])[]): string {
  const [first, ...others] = known
  if (first === undefined) return 'this call takes none'
  if (others.length === 0) return `the parameter is ${first[0]}: ${first[1].description}`
  return `the parameters are ${known.map(([name]) => name).join(', ')}`
}

function noSuchParameter(name: string, known: readonly string[]): string {
  return `${shorten(name, QUOTED_MAX)}: there is no such parameter${mendOf(nearest(name, known))}`
}

const mendOf = (meant: string | undefined): string => (meant === undefined ? '' : `, did you mean ${meant}?`)

/** Groups the values by name in one pass. */
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
 * A text parameter with a parser.
 *
 * @param expects a description of its values, for the error
 * @param read returns undefined for an invalid text
 * @param jsonSchema its schema in the OpenAPI document
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

/** Any text. */
export const anyText: v.GenericSchema<string, string> = v.string()

/** One of these words. */
export const word = <const Words extends readonly string[]>(...words: Words) =>
  v.picklist(words, words.map((one) => `"${one}"`).join(' or '))

/** Words out of these, joined by commas. */
export const wordsOf = <const Word extends string>(words: readonly Word[]) =>
  readAs(`a list of ${words.join(', ')}, joined by commas`, (text) => {
    const given = text.split(',')
    const found = words.filter((one) => given.includes(one))
    return given.every((one) => found.some((word) => word === one)) ? found : undefined
  })

export const trueOrFalse = readAs(
  '"true" or "false"',
  (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  { type: 'boolean' },
)

/** A whole number that looks like this. */
export const whole = (expects: string, pattern: RegExp, max: number, jsonSchema: object) =>
  readAs(expects, (text) => (pattern.test(text) && Number(text) <= max ? Number(text) : undefined), {
    ...jsonSchema,
  })

const ABOVE_0 = /^0*[1-9]\d*$/

/** The most items to return, without a count of all. */
export const limit = (usual?: number) =>
  whole('a whole number above 0', ABOVE_0, Number.POSITIVE_INFINITY, {
    type: 'integer',
    minimum: 1,
    ...(usual === undefined ? {} : { default: usual }),
  })

/** A number of things from 1 on. */
export const countUpTo = (max: number, usual?: number) =>
  whole(`a whole number from 1 to ${max}`, ABOVE_0, max, {
    type: 'integer',
    minimum: 1,
    maximum: max,
    ...(usual === undefined ? {} : { default: usual }),
  })

/** A parameter for a point of the history. Only its world can check it. */
export const point = (what: string): QueryParameter<string> =>
  parameter(`${what}: r41, after:r41, an instant, start or now.`, anyText, 'start')
