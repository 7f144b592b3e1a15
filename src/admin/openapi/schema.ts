import { INTEGER_MAX } from '../../contract/values.js'

/** A JSON Schema (2020-12), which is what OpenAPI 3.1 takes. Objects are open: answers may have further members. */
export type Schema = Readonly<Record<string, unknown>>

type Members = Readonly<Record<string, Schema>>

/** A schema of components.schemas. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object that has the first members always and the others sometimes. */
export function object(required: Members, optional: Members = {}): Schema {
  const names = Object.keys(required)
  return {
    type: 'object',
    properties: { ...required, ...optional },
    ...(names.length === 0 ? {} : { required: names }),
  }
}

export const list = (items: Schema): Schema => ({ type: 'array', items })

/** Values by name. */
export const record = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

/** One text or number out of these. */
export const oneOf = (...values: readonly (string | number)[]): Schema => ({
  type: typeof values[0],
  enum: values,
})

export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

export const described = (description: string, schema: Schema): Schema => ({ ...schema, description })

export const text: Schema = { type: 'string' }
export const flag: Schema = { type: 'boolean' }
export const yes: Schema = { type: 'boolean', const: true }
export const no: Schema = { type: 'boolean', const: false }
export const count: Schema = { type: 'integer', format: 'int64', minimum: 0, maximum: INTEGER_MAX }
export const anything: Schema = {}

/** The id of a record (contract, Resources C): a number with all digits of 64 bits. */
export const int64: Schema = { type: 'integer', format: 'int64' }

export const milliseconds = described('Unix time in ms.', { type: 'integer', format: 'int64' })
export const dateTime = described('ISO 8601, UTC.', { type: 'string', format: 'date-time' })

export const namespaceId: Schema = { type: 'string', pattern: '^ns_.+$' }
export const storeId: Schema = { type: 'string', pattern: '^ec_.+$' }
export const monthKey: Schema = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }

/** What an entry or record says of itself where its text has what would be a template in a seed. */
export const literal = described('Its text has what would be a template in a seed.', yes)
