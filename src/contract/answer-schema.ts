import * as v from 'valibot'
import * as json from './json-schema.js'

/** Schemas for answers. They validate nothing: the OpenAPI document and the types are derived from them. */

/** The type of an answer as its readers see it. */
export type AnswerOf<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>

/** Deeply read-only. Strings stay as they are, since some have members of their own, to complete literals. */
type Frozen<T> = T extends string ? T : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T

/** A named schema, created only when the OpenAPI document needs it. */
export interface Component {
  readonly name: string
  readonly make: () => v.GenericSchema
}

/**
 * Names a schema: the OpenAPI document defines it in components.schemas and refers to it elsewhere.
 *
 * @example
 * export const clockReading = component('Clock', () => v.object({ now: milliseconds, iso: dateTime }))
 * export interface ClockInfo extends v.InferOutput<typeof clockReading> {}
 */
export const component = <Schema extends v.GenericSchema>(
  name: string,
  make: () => Schema,
): v.GenericSchema<unknown, AnswerOf<Schema>> =>
  v.pipe(v.custom<AnswerOf<Schema>>(isAnything), v.metadata({ component: { name, make } }))

const isAnything = (): boolean => true

/** A type that only JSON Schema describes. */
export const typed = <T>(jsonSchema: json.JsonSchema): v.GenericSchema<unknown, T> =>
  v.pipe(v.custom<T>(isAnything), v.metadata({ jsonSchema }))

export const described = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

/** A reference to a schema in components.schemas. */
export const refTo = <T>(name: string) => typed<T>(json.ref(name))

export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const anything = v.unknown()
export const anyObject = typed<object>({ type: 'object' })
/** Milliseconds of the machine's clock. */
export const realMs = typed<number>({ type: 'number', minimum: 0 })
export const integer = typed<number>({ type: 'integer' })
export const count = typed<number>(json.count)

/** A record id, exact to 64 bits. */
export const int64 = typed<bigint>(json.int64)

export const milliseconds = typed<number>(json.milliseconds)
export const dateTime = typed<string>(json.dateTime)
export const namespaceId = typed<string>(json.namespaceId)
export const storeId = typed<string>(json.storeId)
export const monthKey = typed<string>(json.monthKey)
export const pair = typed<readonly [name: string, value: string]>(json.pair)

/** Marks an entry or record whose text a seed would read as a template. */
export const literal = described('Its text has what would be a template in a seed.', v.literal(true))
