import type { GenericSchema } from 'valibot'
import type { RefusalCode } from '../../core/refusal.js'
import type { Schema } from './schema.js'

/** A body with an example. What is validated by a valibot schema is described by the same. */
export interface CallBody {
  readonly schema: Schema | GenericSchema
  readonly example: unknown
  /** Its media type, where it is not JSON. */
  readonly type?: string
  /** It may be YAML as well as JSON. */
  readonly isYaml?: boolean
}

/** The body of a request; it may be left out unless it is needed. */
export interface RequestBody extends CallBody {
  readonly isNeeded?: boolean
}

/** What goes over the wire in one admin call. */
export interface CallDescription {
  /** The parameters of its query. */
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: RequestBody
  /** Left out: 204, without a body. */
  readonly answer?: CallBody & { readonly status?: 201 }
  /** Refusals beside those that every call of its kind has. */
  readonly refusals?: readonly RefusalCode[]
}

/** Calls that belong together. */
export interface CallGroup {
  readonly tag: string
  readonly description: string
  /** By method and path below /_admin, as in routes.ts: "POST /clock". */
  readonly calls: Readonly<Record<string, CallDescription>>
}

export const DONE: CallBody = {
  schema: { type: 'object', properties: { status: { const: 'ok', type: 'string' } }, required: ['status'] },
  example: { status: 'ok' },
}
