import * as v from 'valibot'
import * as json from './json-schema.js'

/** Schemas for answers. They're never used for validation, only to derive the OpenAPI document and the types. */

export type AnswerOf<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>

/** Strings are left alone, because some have `& {}` for editor completion. */
type Frozen<T> = T extends string ? T : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T

/** Only created when the OpenAPI document needs it. */
export interface Component {
  readonly name: string
  readonly make: () => v.GenericSchema
}

/**
 * Names a schema, so that the OpenAPI document defines it once in `components.schemas` and refers to it elsewhere.
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

/** For TypeScript types that can't be derived from the JSON Schema. */
export const typed = <T>(jsonSchema: json.JsonSchema): v.GenericSchema<unknown, T> =>
  v.pipe(v.custom<T>(isAnything), v.metadata({ jsonSchema }))

export const described = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

export const refTo = <T>(name: string) => typed<T>(json.ref(name))

export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const anything = v.unknown()
export const anyObject = typed<object>({ type: 'object' })
export const realMs = typed<number>({ type: 'number', minimum: 0 })
export const integer = typed<number>({ type: 'integer' })
export const count = typed<number>(json.count)

export const int64 = typed<bigint>(json.int64)

export const milliseconds = typed<number>(json.milliseconds)
export const dateTime = typed<string>(json.dateTime)
export const namespaceId = typed<string>(json.namespaceId)
export const storeId = typed<string>(json.storeId)
export const monthKey = typed<string>(json.monthKey)
export const pair = typed<readonly [name: string, value: string]>(json.pair)

export const literal = described('Set if a seed would read its text as a template.', v.literal(true))
