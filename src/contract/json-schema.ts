import { INTEGER_MAX } from './values.js'

/** A JSON Schema (2020-12), which is what OpenAPI 3.1 takes. Objects are open: answers may have further members. */
export type JsonSchema = Readonly<Record<string, unknown>>

declare const TYPE: unique symbol
declare const WHOLE: unique symbol

/**
 * A JSON Schema of values of a type, which it is built together with. A schema that is declared as one of an interface
 * compiles only if both have the same members, optional ones included:
 *
 * @example
 * const snapshot: Schema<SnapshotInfo> = object({ name: text, at: milliseconds, atIso: dateTime })
 */
export interface Schema<T> extends JsonSchema {
  readonly [TYPE]?: (value: T) => T
  readonly [WHOLE]?: (value: Whole<T>) => Whole<T>
}

/** A type with every member required: two types that differ in an optional member only are assignable otherwise. */
type Whole<T> = T extends object ? { readonly [Name in keyof T]-?: Whole<T[Name]> } : T

/** The type that a schema is of; unknown for plain JSON Schema. */
export type TypeOf<S> = S extends Schema<infer T> ? T : unknown

type Members = Readonly<Record<string, JsonSchema>>

type ObjectOf<Required extends Members, Optional extends Members> = Flat<
  Always<Required> & { readonly [Name in keyof Optional]?: TypeOf<Optional[Name]> }
>

type Always<Required extends Members> = { readonly [Name in keyof Required]: TypeOf<Required[Name]> }

type Flat<T> = { readonly [Name in keyof T]: T[Name] }

/** A schema of components.schemas. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const DEFINITION = Symbol('definition')

/** A schema under a name: it is defined in components.schemas, and referred to elsewhere. */
export const component = <T>(name: string, schema: Schema<T>): Schema<T> => ({
  ...ref(name),
  [DEFINITION]: { name, schema },
})

/** The definitions of the components that a schema is made of, by name. */
export function componentsOf(schema: object): Record<string, JsonSchema> {
  const inner = Object.values(schema).filter((part) => typeof part === 'object' && part !== null)
  const definitions: Record<string, JsonSchema>[] = inner.map(componentsOf)
  if (DEFINITION in schema) {
    const { name, schema: definition } = schema[DEFINITION] as { name: string; schema: JsonSchema }
    definitions.push({ [name]: definition }, componentsOf(definition))
  }
  return Object.assign({}, ...definitions)
}

/** Gives a schema a type that cannot be inferred. */
export const typed = <T>(schema: JsonSchema): Schema<T> => schema

/** An object that has the first members always and the others sometimes. */
export function object<const Required extends Members>(required: Required): Schema<Always<Required>>
export function object<const Required extends Members, const Optional extends Members>(
  required: Required,
  optional: Optional,
): Schema<ObjectOf<Required, Optional>>
export function object(required: Members, optional: Members = {}): JsonSchema {
  const names = Object.keys(required)
  return {
    type: 'object',
    properties: { ...required, ...optional },
    ...(names.length === 0 ? {} : { required: names }),
  }
}

export const list = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items })

/** Values by name. */
export const record = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
})

/** One text or number out of these. */
export const oneOf = <const T extends string | number>(...values: readonly T[]): Schema<T> => ({
  type: typeof values[0],
  enum: values,
})

/** One text only. */
export const always = <const T extends string>(value: T): Schema<T> => ({ type: 'string', const: value })

export const orNull = <T>(schema: Schema<T>): Schema<T | null> =>
  either(schema, typed<null>({ type: 'null' }))

export const either = <A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> => ({ anyOf: [one, other] })

/** The members of both objects. */
export const both = <A, B>(one: Schema<A>, other: Schema<B>): Schema<A & B> => ({ allOf: [one, other] })

export const described = <S extends JsonSchema>(description: string, schema: S): S => ({
  ...schema,
  description,
})

/** A parameter of a path or query. */
export interface Parameter {
  readonly description: string
  readonly schema: JsonSchema
  readonly example: unknown
}

export const parameter = <T>(description: string, schema: Schema<T>, example: NoInfer<T>): Parameter => ({
  description,
  schema,
  example,
})

export const text: Schema<string> = { type: 'string' }
export const number: Schema<number> = { type: 'number' }
export const flag: Schema<boolean> = { type: 'boolean' }
export const yes: Schema<true> = { type: 'boolean', const: true }
export const no: Schema<false> = { type: 'boolean', const: false }
export const count: Schema<number> = { type: 'integer', format: 'int64', minimum: 0, maximum: INTEGER_MAX }
export const anything: Schema<unknown> = {}

/** The id of a record (docs/CONTRACT.md C-5, C-8): a number with all digits of 64 bits. */
export const int64: Schema<bigint> = { type: 'integer', format: 'int64' }

export const milliseconds: Schema<number> = {
  type: 'integer',
  format: 'int64',
  description: 'Unix time in ms.',
}
export const dateTime: Schema<string> = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601, UTC.',
}

export const namespaceId: Schema<string> = { type: 'string', pattern: '^ns_.+$' }
export const storeId: Schema<string> = { type: 'string', pattern: '^ec_.+$' }
export const monthKey: Schema<string> = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }

/** The member of an entry or record whose text would be a template in a seed. */
export const literal = described('Its text has what would be a template in a seed.', yes)
