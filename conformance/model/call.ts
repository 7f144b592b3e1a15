import type { ModelCollectionName } from './state.js'

/** A request to the services as the model takes it: what HTTP says, already taken apart. */
export interface ModelCall {
  /** null: the contract shows no such operation. */
  readonly operation: string | null
  readonly service: 'kv' | 'config' | 'documents'
  readonly method: string
  /** As sent, without its query. */
  readonly path: string
  /** The namespace, store or record. */
  readonly resource: string
  /** The methods that the contract shows of the path, if it does not show this one. */
  readonly allowed?: readonly string[]
  /** Undefined if its percent-encoding is broken, or the operation has none. */
  readonly key: string | undefined
  readonly apiKey: string | undefined
  readonly bearer: Bearer | undefined
  readonly body: Body | undefined
  /** The query parameter. */
  readonly limit: string | undefined
  readonly next: ModelCursor | 'altered' | undefined
  /** The value of X-Emulator-Fault. */
  readonly fault: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A token; "invalid" for anything else. */
export type Bearer = Token | 'invalid'

export interface Token {
  readonly claims: Readonly<Record<string, unknown>>
  /** Somebody else signed it. */
  readonly isForged?: boolean
}

/** Everything in a world but its state. */
export interface Surroundings {
  /** Which life of the world this is: an x-next holds in that which gave it. */
  readonly life: number
  /** The machine's time, ms. */
  readonly real: number
}

export interface Body {
  readonly text: string
  /** True if the Content-Type says JSON. */
  readonly isJson: boolean
  /** The text of the member value, without white space. */
  readonly valueText: string | undefined
}

/** The place in a collection that an x-next continues from. */
export interface ModelCursor {
  readonly collection: ModelCollectionName
  /** The life of the world that gave it out. */
  readonly life: number
  /** The place of the last record given out. */
  readonly after: number
  readonly limit: number
}

/** The answer that the model expects; undefined if the connection breaks. */
export interface ModelAnswer {
  readonly status: number
  /** Undefined: no body. */
  readonly json: unknown
  readonly retryAfter?: number | undefined
  /** The methods of the path, of a 405. */
  readonly allow?: string
  /** The WWW-Authenticate header of a 401. */
  readonly challenge?: string
  readonly next?: ModelCursor | undefined
  /** Texts that the body holds to the digit. */
  readonly exactly?: readonly string[]
  /** True if there is an X-Emulator-Reason. */
  readonly isError: boolean
}

/** Matches any text in what is expected. */
export const ANY_TEXT = Symbol('any text')

/** Matches what only the emulator knows. */
export const ANYTHING = Symbol('anything')

export const ok = (status: number, json: unknown, more: Partial<ModelAnswer> = {}): ModelAnswer => ({
  status,
  json,
  isError: false,
  ...more,
})

/** A refused call. Without a code it has the profile's for its status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code?: string,
    readonly retryAfter?: number,
  ) {
    super(`refused with ${status} ${code ?? ''}`)
  }
}
