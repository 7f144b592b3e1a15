import type { RequestId } from '../../core/command-id.js'
import type { JudgedToken } from '../credentials.js'
import type { HoldEnd } from '../faults/holds.js'

/** A Buffer under another name, since the published types must work without Node's. */
export interface BodyBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string
}

/** Returns the base URL of a service on its own port; undefined for those on this port. */
export type OtherAddressOf = (service: string) => string | undefined

/**
 * A request to the services as the log keeps it, with everything that decides its answer; replaying it gives the same
 * answer. Its connection isn't part of that.
 */
export interface ServiceRequest {
  readonly kind: 'request'
  /** Same as in the journal. */
  readonly id: RequestId
  /** Virtual time of its arrival, or of its release if it was held, in ms. */
  readonly at: number
  readonly method: string
  /** "1.1" if it came without a socket. */
  readonly httpVersion: string
  /** Path and query, as sent, without a world's prefix. */
  readonly target: string
  /** The address that the client used: `http://127.0.0.1:4600`. */
  readonly origin: string
  /** Comes between `origin` and `target` in the client's URLs: empty, or the prefix of a world or a proxy. */
  readonly prefix: string
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: BodyBytes
  /** Longer than limits.bodyBytes; `body` holds only its beginning. */
  readonly bodyIsTooLarge: boolean
  /** With the needed claims only. Undefined if the operation takes no token, or none was sent. */
  readonly token: JudgedToken | undefined
  /** Finds the services that have another port. */
  readonly otherAddressOf?: OtherAddressOf | undefined
  /** Its release; left out if it wasn't held. */
  readonly holdEnd?: HoldEnd | undefined
}

/** A request before it arrives in a world. */
export type IncomingRequest = Omit<ServiceRequest, 'kind' | 'id' | 'at' | 'token' | 'holdEnd'>

/** True if a replay mustn't run the operation: it already ran, or the request was dropped while held. */
export function changesNothing({ holdEnd }: ServiceRequest): boolean {
  if (holdEnd === undefined) return false
  return typeof holdEnd.release === 'string' || holdEnd.fault.effect.effect === 'after'
}

/** For display, not for a replay. */
export const withoutBody = (request: ServiceRequest): ServiceRequest => ({ ...request, body: NO_BODY })

const NO_BODY: BodyBytes = Buffer.alloc(0)
