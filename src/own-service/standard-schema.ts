import { isPromise, ServiceMistake } from './mistake.js'

/** A schema of any library that follows https://standardschema.dev, such as valibot, zod or arktype. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    /** Writes a JSON Schema (https://standardschema.dev/json-schema); some libraries have none. */
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

/** A mistake in a value. */
export interface SchemaProblem {
  readonly path: readonly string[]
  readonly message: string
}

/**
 * Checks a value.
 *
 * @returns what the schema makes of it, and its mistakes
 * @throws ServiceMistake if it answers with a promise; whatever the schema throws
 */
export function checkWith(
  schema: StandardSchema,
  value: unknown,
): { readonly value: unknown; readonly problems: readonly SchemaProblem[] } {
  const result = schema['~standard'].validate(value)
  if (isPromise(result))
    throw new ServiceMistake('its schema is asynchronous; a service is synchronous, so its schemas are too')
  if (result.issues === undefined) return { value: result.value, problems: [] }
  const problems = result.issues.map(({ message, path = [] }) => ({
    path: path.map((step) => String(typeof step === 'object' ? step.key : step)),
    message,
  }))
  return { value: undefined, problems }
}
