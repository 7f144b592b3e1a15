import type { RequestId } from '../../core/command-id.js'
import type { JudgedToken } from '../credentials.js'
import type { HoldEnd } from '../faults/holds.js'

/** A Buffer by another name: the library's types must hold for users without those of Node. */
export interface BodyBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string
}

/** The base URL of a service that has its own address; undefined for those that are served here. */
export type OtherAddressOf = (service: string) => string | undefined

/**
 * A request to the services as the log keeps it: everything that decides its answer. Run again, it gets the same one.
 * Its connection is not part of that.
 */
export interface ServiceRequest {
  readonly kind: 'request'
  /** As in the journal. */
  readonly id: RequestId
  /** The virtual time of its arrival, or of its release if it was held, in ms. */
  readonly at: number
  readonly method: string
  /** "1.1" if it came without a socket. */
  readonly httpVersion: string
  /** Path and query, as sent, without a world's prefix. */
  readonly target: string
  /** The address that the client used: `http://127.0.0.1:4600`. */
  readonly origin: string
  /** Comes between `origin` and `target` in the client's URLs: empty, a world's prefix, or that of a proxy. */
  readonly prefix: string
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: BodyBytes
  /** The body was longer than the profile's limits.bodyBytes; `body` holds only its beginning. */
  readonly bodyIsTooLarge: boolean
  /** undefined if the operation takes none, or none was sent. It has only the claims that are asked for. */
  readonly token: JudgedToken | undefined
  /** The services that are served elsewhere than at the port that it came to. */
  readonly otherAddressOf?: OtherAddressOf | undefined
  /** How it was released; left out if it was not held. */
  readonly holdEnd?: HoldEnd | undefined
}

/** A request as it was read, before it arrives in a world. */
export type UnplacedRequest = Omit<ServiceRequest, 'kind' | 'id' | 'at' | 'token' | 'holdEnd'>

/** Checks whether a replay must not run its operation: it ran already, or the request was dropped while it was held. */
export function changesNothing({ holdEnd }: ServiceRequest): boolean {
  if (holdEnd === undefined) return false
  return typeof holdEnd.release === 'string' || holdEnd.fault.effect.effect === 'after'
}

/** A request without its body: to be shown, not to be run. */
export const withoutBody = (request: ServiceRequest): ServiceRequest => ({ ...request, body: NO_BODY })

const NO_BODY: BodyBytes = Buffer.alloc(0)
