import type { JsonSchema, Parameter } from '../contract/json-schema.js'
import type { RefusalCode, ServiceRefusalCode } from '../core/refusal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Gate } from '../domain/service.js'

/** Overrides for a service's errors (docs/CONTRACT.md section E). */
export interface ServiceErrors {
  /** The error schema's name in OpenAPI. */
  readonly schema: 'Error' | 'DatabaseError'
  /** If `code` is undefined, the body has none. */
  body(code: string | undefined, message: string, gaps: Gaps): string
  /** The body of a success that doesn't come from an operation. */
  readonly emptySuccess: string
  /** Undefined if the status has no code. */
  codeOf(status: number, gaps: Gaps): string | undefined
  /** Overrides the profile's status for requests outside the contract. `allow` lists the path's methods. */
  notShown?(allow: readonly string[]): number
  /** Error codes by cause. They take precedence over `codeOf`. */
  readonly codes?: Readonly<Partial<Record<RefusalCode, string>>>
  readonly statuses?: Readonly<Partial<Record<ServiceRefusalCode, (gaps: Gaps) => number>>>
  /** Messages by cause, or by status if there is no cause. */
  readonly messages?: Readonly<Partial<Record<ServiceRefusalCode | number, string>>>
}

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

/** An operation's description in OpenAPI, for a given profile. */
export interface WireOperation {
  readonly parameters: readonly PathParameter[]
  readonly body?: {
    readonly schema: JsonSchema
    readonly example?: unknown
    readonly isOptional?: boolean
  }
  /** The success statuses. There are several if they depend on what was stored. "default" stands for all others. */
  readonly statuses: readonly (number | 'default')[]
  /** Omitted if the answer has no body. */
  readonly answer?: { readonly schema: JsonSchema; readonly example: unknown }
  /** True if the answer has an `x-next` header whenever there's another page. */
  readonly isPaged?: boolean
}
