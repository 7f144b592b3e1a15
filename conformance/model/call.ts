import type { ModelCollectionName } from './state.js'

/** A request as the model sees it: parsed from HTTP. */
export interface ModelCall {
  /** Null if the contract has no such operation. */
  readonly operation: string | null
  readonly service: 'kv' | 'config' | 'documents'
  readonly method: string
  /** As sent, without its query. */
  readonly path: string
  /** The id of the namespace, store or record. */
  readonly resource: string
  /** The path's methods in the contract, if this isn't one of them. */
  readonly allowed?: readonly string[]
  /** Undefined if its percent-encoding is broken, or the operation has none. */
  readonly key: string | undefined
  readonly apiKey: string | undefined
  readonly bearer: Bearer | undefined
  readonly body: Body | undefined
  readonly limit: string | undefined
  readonly next: ModelCursor | 'altered' | undefined
  /** The value of X-Emulator-Fault. */
  readonly fault: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A token; "invalid" stands for anything else. */
export type Bearer = Token | 'invalid'

export interface Token {
  readonly claims: Readonly<Record<string, unknown>>
  /** Signed by somebody else. */
  readonly isForged?: boolean
}

/** A world's context, apart from its state. */
export interface CallContext {
  /** The number of the world's life. An x-next is valid in the life that issued it. */
  readonly life: number
  /** The machine's time in ms. */
  readonly real: number
}

export interface Body {
  readonly text: string
  /** True if the Content-Type says JSON. */
  readonly isJson: boolean
  /** The `value` member as minified JSON. */
  readonly valueText: string | undefined
}

/** The position that an x-next continues from. */
export interface ModelCursor {
  readonly collection: ModelCollectionName
  /** The world's life that issued it. */
  readonly life: number
  /** The position of the last returned record. */
  readonly after: number
  readonly limit: number
}

/** The answer that the model expects; undefined if the connection breaks. */
export interface ModelAnswer {
  readonly status: number
  /** Undefined without a body. */
  readonly json: unknown
  readonly retryAfter?: number | undefined
  /** The path's methods, for a 405. */
  readonly allow?: string
  /** The WWW-Authenticate header of a 401. */
  readonly challenge?: string
  readonly next?: ModelCursor | undefined
  /** Texts that the body must contain, digit by digit. */
  readonly exactly?: readonly string[]
  /** True if there must be an X-Emulator-Reason. */
  readonly isError: boolean
}

/** In an expected answer: matches any text. */
export const ANY_TEXT = Symbol('any text')

/** In an expected answer: matches anything. */
export const ANYTHING = Symbol('anything')

export const ok = (status: number, json: unknown, more: Partial<ModelAnswer> = {}): ModelAnswer => ({
  status,
  json,
  isError: false,
  ...more,
})

/** A refused call. Without a code it gets the profile's for its status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code?: string,
    readonly retryAfter?: number,
  ) {
    super(`refused with ${status} ${code ?? ''}`)
  }
}
