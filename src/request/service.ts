import type { JsonSchema, Parameter } from '../contract/json-schema.js'
import type { RefusalCode, ServiceRefusalCode } from '../core/refusal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Gate } from '../domain/service.js'

/** The errors of a service (docs/CONTRACT.md section E), where they are not as those of every service. */
export interface ServiceErrors {
  /** The name of their schema in OpenAPI. */
  readonly schema: 'Error' | 'DatabaseError'
  /**
   * Writes an error.
   *
   * @param code undefined if the service has none for the error: then no member carries one
   */
  body(code: string | undefined, message: string, gaps: Gaps): string
  /** The body of a success that no operation makes. */
  readonly emptySuccess: string
  /** The code that the service sends with a status; undefined if it has none. */
  codeOf(status: number, gaps: Gaps): string | undefined
  /**
   * The status for what is not shown; left out: as the profile says.
   *
   * @param allow the methods that the path knows
   */
  notShown?(allow: readonly string[]): number
  /** Codes that belong to a cause, not to a status. */
  readonly codes?: Readonly<Partial<Record<RefusalCode, string>>>
  readonly statuses?: Readonly<Partial<Record<ServiceRefusalCode, (gaps: Gaps) => number>>>
  /** Messages of causes, and of statuses that are sent for no cause of the service's own. */
  readonly messages?: Readonly<Partial<Record<ServiceRefusalCode | number, string>>>
}

/** The gate of the body, the parameters and the key. */
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

/** A parameter as OpenAPI has it. */
export interface PlacedParameter extends Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
}

/** An operation as OpenAPI describes it, with the gaps of the contract filled as the profile says. */
export interface WireOperation {
  readonly parameters: readonly PlacedParameter[]
  readonly body?: { readonly schema: JsonSchema; readonly example: unknown }
  /** The statuses of success; several if the answer depends on what was there. */
  readonly statuses: readonly number[]
  /** Left out: the answer has no body. */
  readonly answer?: { readonly schema: JsonSchema; readonly example: unknown }
  /** The answer has x-next if a further page exists. */
  readonly isPaged?: boolean
}
