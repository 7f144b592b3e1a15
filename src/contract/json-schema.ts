import { INTEGER_MAX } from './values.js'

/** A JSON Schema (2020-12), as used by OpenAPI 3.1. Objects are open, so answers may have additional members. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Members = Readonly<Record<string, JsonSchema>>

/** Refers to a schema in `components.schemas`. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export function object(required: Members, optional: Members = {}): JsonSchema {
  const names = Object.keys(required)
  return {
    type: 'object',
    properties: { ...required, ...optional },
    ...(names.length === 0 ? {} : { required: names }),
  }
}

export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

export const described = (description: string, schema: JsonSchema): JsonSchema => ({ ...schema, description })

export interface Parameter {
  readonly description: string
  readonly schema: JsonSchema
  readonly example: unknown
}

export const parameter = (description: string, schema: JsonSchema, example: unknown): Parameter => ({
  description,
  schema,
  example,
})

export const text = { type: 'string' } as const
export const yes = { type: 'boolean', const: true } as const
export const no = { type: 'boolean', const: false } as const
export const count = { type: 'integer', format: 'int64', minimum: 0, maximum: INTEGER_MAX } as const

/** Record ids have full 64-bit precision (docs/CONTRACT.md C-5, C-8). */
export const int64 = { type: 'integer', format: 'int64' } as const

export const milliseconds = { ...int64, description: 'Unix time in ms.' } as const
export const dateTime = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' } as const
export const namespaceId = { type: 'string', pattern: '^ns_.+$' } as const
export const storeId = { type: 'string', pattern: '^ec_.+$' } as const
export const monthKey = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' } as const

export const pair = { type: 'array', items: text, minItems: 2, maxItems: 2 } as const
