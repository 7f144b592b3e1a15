import * as v from 'valibot'
import * as json from './json-schema.js'

/** Words for the schemas of answers. Nothing validates with them: the OpenAPI document and the types are made of them. */

/** The value of a schema as a reader of an answer has it. */
export type AnswerOf<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>

/** Read-only to the last member. A text may have members of its own, as one of named areas or any other has. */
type Frozen<T> = T extends string ? T : T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T

/** A schema under a name, which is made only when the document asks for it. */
export interface Component {
  readonly name: string
  readonly make: () => v.GenericSchema
}

/**
 * Names a schema: the OpenAPI document defines it in components.schemas, and refers to it elsewhere.
 *
 * @example
 * export const clockReading = component('Clock', () => v.object({ now: milliseconds, iso: dateTime }))
 * export interface ClockReading extends v.InferOutput<typeof clockReading> {}
 */
export const component = <Schema extends v.GenericSchema>(
  name: string,
  make: () => Schema,
): v.GenericSchema<unknown, AnswerOf<Schema>> =>
  v.pipe(v.custom<AnswerOf<Schema>>(isAnything), v.metadata({ component: { name, make } }))

const isAnything = (): boolean => true

/** A value of a type that is described by JSON Schema alone. */
export const typed = <T>(jsonSchema: json.JsonSchema): v.GenericSchema<unknown, T> =>
  v.pipe(v.custom<T>(isAnything), v.metadata({ jsonSchema }))

export const described = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

/** A schema of components.schemas that is defined elsewhere. */
export const refTo = <T>(name: string) => typed<T>(json.ref(name))

export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const anything = v.unknown()
export const anyObject = typed<object>({ type: 'object' })
/** ms of the machine's clock. */
export const realMs = typed<number>({ type: 'number', minimum: 0 })
export const integer = typed<number>({ type: 'integer' })
export const count = typed<number>(json.count)

/** The id of a record: a number with all digits of 64 bits. */
export const int64 = typed<bigint>(json.int64)

export const milliseconds = typed<number>(json.milliseconds)
export const dateTime = typed<string>(json.dateTime)
export const namespaceId = typed<string>(json.namespaceId)
export const storeId = typed<string>(json.storeId)
export const monthKey = typed<string>(json.monthKey)
export const pair = typed<readonly [name: string, value: string]>(json.pair)

/** The member of an entry or record whose text would be a template in a seed. */
export const literal = described('Its text has what would be a template in a seed.', v.literal(true))
