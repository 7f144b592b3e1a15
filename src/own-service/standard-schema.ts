import { isPromise, ServiceMistake } from './mistake.js'

/** A schema from any library that implements https://standardschema.dev, such as valibot, zod or arktype. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    /** Generates a JSON Schema (https://standardschema.dev/json-schema). Not every library supports this. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => object }
      | undefined
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export interface SchemaProblem {
  readonly path: readonly string[]
  readonly message: string
}

/**
 * @returns the schema's output, and any problems it found
 * @throws ServiceMistake if the schema is asynchronous, or whatever the schema throws
 */
export function checkWith(
  schema: StandardSchema,
  value: unknown,
): { readonly value: unknown; readonly problems: readonly SchemaProblem[] } {
  const result = schema['~standard'].validate(value)
  if (isPromise(result))
    throw new ServiceMistake('its schema is asynchronous, but services need a synchronous one')
  if (result.issues === undefined) return { value: result.value, problems: [] }
  const problems = result.issues.map(({ message, path = [] }) => ({
    path: path.map((step) => String(typeof step === 'object' ? step.key : step)),
    message,
  }))
  return { value: undefined, problems }
}
