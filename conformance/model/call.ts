import type { ModelCollectionName } from './state.js'

/** A request as the model sees it, already parsed. */
export interface ModelCall {
  /** Null if the contract has no such operation. */
  readonly operation: string | null
  readonly service: 'kv' | 'config' | 'documents'
  readonly method: string
  /** As sent, but without the query. */
  readonly path: string
  /** Id of the namespace, store or record. */
  readonly resource: string
  /** The methods that the contract has for this path. Set if `method` isn't one of them. */
  readonly allowed?: readonly string[]
  /** Undefined if the percent-encoding is invalid, or the operation has no key. */
  readonly key: string | undefined
  readonly apiKey: string | undefined
  readonly bearer: Bearer | undefined
  readonly body: Body | undefined
  readonly limit: string | undefined
  readonly next: ModelCursor | 'altered' | undefined
  /** Value of the `X-Emulator-Fault` header. */
  readonly fault: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** "invalid" represents anything that isn't a token. */
export type Bearer = Token | 'invalid'

export interface Token {
  readonly claims: Readonly<Record<string, unknown>>
  /** True if it was signed by someone else. */
  readonly isForged?: boolean
}

/** The part of a call's context that isn't in the world's state. */
export interface CallContext {
  /** Number of the world's current life. An x-next is only valid in the life that issued it. */
  readonly life: number
  /** The machine's time in ms. */
  readonly real: number
}

export interface Body {
  readonly text: string
  /** True if the `Content-Type` is JSON. */
  readonly isJson: boolean
  /** The `value` member as minified JSON. */
  readonly valueText: string | undefined
}

/** Where the page after an x-next starts. */
export interface ModelCursor {
  readonly collection: ModelCollectionName
  /** The world's life in which it was issued. */
  readonly life: number
  /** Position of the last record that was returned. */
  readonly after: number
  readonly limit: number
}

/** The answer that the model expects, or undefined if the connection breaks. */
export interface ModelAnswer {
  readonly status: number
  /** Undefined if there's no body. */
  readonly json: unknown
  readonly retryAfter?: number | undefined
  /** The path's methods, for a 405. */
  readonly allow?: string
  /** The `WWW-Authenticate` header of a 401. */
  readonly challenge?: string
  readonly next?: ModelCursor | undefined
  /** Strings that the body must contain with every digit intact. */
  readonly exactly?: readonly string[]
  /** True if there must be an `X-Emulator-Reason` header. */
  readonly isError: boolean
}

/** Matches any string in an expected answer. */
export const ANY_TEXT = Symbol('any text')

/** Matches anything in an expected answer. */
export const ANYTHING = Symbol('anything')

export const ok = (status: number, json: unknown, more: Partial<ModelAnswer> = {}): ModelAnswer => ({
  status,
  json,
  isError: false,
  ...more,
})

/** Thrown when a call is refused. The code defaults to the one in the profile for this status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code?: string,
    readonly retryAfter?: number,
  ) {
    super(`refused with ${status} ${code ?? ''}`)
  }
}
