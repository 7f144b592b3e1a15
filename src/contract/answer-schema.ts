import * as v from 'valibot'
import { INTEGER_MAX } from './values.js'

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
export const typed = <T>(jsonSchema: Readonly<Record<string, unknown>>): v.GenericSchema<unknown, T> =>
  v.pipe(v.custom<T>(isAnything), v.metadata({ jsonSchema }))

export const described = <Schema extends v.GenericSchema>(description: string, schema: Schema) =>
  v.pipe(schema, v.description(description))

/** A schema of components.schemas that is defined elsewhere. */
export const refTo = <T>(name: string) => typed<T>({ $ref: `#/components/schemas/${name}` })

export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const anything = v.unknown()
export const anyObject = typed<object>({ type: 'object' })
/** ms of the machine's clock. */
export const realMs = typed<number>({ type: 'number', minimum: 0 })
export const integer = typed<number>({ type: 'integer' })
/** The JSON Schema of a number of things. */
export const COUNT = { type: 'integer', format: 'int64', minimum: 0, maximum: INTEGER_MAX } as const
export const count = typed<number>(COUNT)

/** The id of a record (docs/CONTRACT.md C-5, C-8): a number with all digits of 64 bits. */
export const int64 = typed<bigint>({ type: 'integer', format: 'int64' })

export const milliseconds = typed<number>({
  type: 'integer',
  format: 'int64',
  description: 'Unix time in ms.',
})
export const dateTime = typed<string>({
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601, UTC.',
})

export const namespaceId = typed<string>({ type: 'string', pattern: '^ns_.+$' })
export const storeId = typed<string>({ type: 'string', pattern: '^ec_.+$' })
export const monthKey = typed<string>({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })

/** The member of an entry or record whose text would be a template in a seed. */
export const literal = described('Its text has what would be a template in a seed.', v.literal(true))
