import type { JsonSchema, Parameter } from '../contract/json-schema.js'
import type { RefusalCode, ServiceRefusalCode } from '../core/refusal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Gate } from '../domain/service.js'

/** Differences between the errors of a service and the default ones (docs/CONTRACT.md section E). */
export interface ServiceErrors {
  /** Its name in OpenAPI. */
  readonly schema: 'Error' | 'DatabaseError'
  /** Formats an error body. @param code left out of the body if undefined */
  body(code: string | undefined, message: string, gaps: Gaps): string
  /** The body of a success that no operation made. */
  readonly emptySuccess: string
  /** Returns the code for a status, if there is one. */
  codeOf(status: number, gaps: Gaps): string | undefined
  /** Overrides the profile's status for requests outside the contract. @param allow the methods of the path */
  notShown?(allow: readonly string[]): number
  /** Codes of causes, which override those of statuses. */
  readonly codes?: Readonly<Partial<Record<RefusalCode, string>>>
  readonly statuses?: Readonly<Partial<Record<ServiceRefusalCode, (gaps: Gaps) => number>>>
  /** Messages by cause, and by status where there is no cause. */
  readonly messages?: Readonly<Partial<Record<ServiceRefusalCode | number, string>>>
}

/** Checks the body, the parameters and the key. */
export const REQUEST: Gate = {
  name: 'request valid',
  codes: [
    'body_malformed',
    'body_invalid',
    'parameter_invalid',
    'record_id_invalid',
    'too_large',
    'key_refused',
    'media_type_unsupported',
  ],
}

export const ENTRY: Gate = { name: 'entry exists', codes: ['entry_missing'] }

export interface PathParameter extends Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
}

/** An operation as OpenAPI describes it, for one profile. */
export interface WireOperation {
  readonly parameters: readonly PathParameter[]
  readonly body?: {
    readonly schema: JsonSchema
    readonly example?: unknown
    readonly isOptional?: boolean
  }
  /** Success statuses; several if they depend on what was stored. "default" stands for all that are not named. */
  readonly statuses: readonly (number | 'default')[]
  /** Left out if the answer has no body. */
  readonly answer?: { readonly schema: JsonSchema; readonly example: unknown }
  /** The answer has x-next if there is another page. */
  readonly isPaged?: boolean
}
