import type { RequestId } from '../../core/command-id.js'
import type { JudgedToken } from '../credentials.js'
import type { HoldEnd } from '../faults/holds.js'

/** Stands in for `Buffer`, because the published types must work without Node's. */
export interface BodyBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string
}

/** The base URL of a service with its own port. Undefined if it's served on this one. */
export type OtherAddressOf = (service: string) => string | undefined

/**
 * A service request in the log. It includes everything that determines the answer, so a replay gets the same answer.
 * The connection doesn't matter, so it isn't stored.
 */
export interface ServiceRequest {
  readonly kind: 'request'
  /** The same as in the journal. */
  readonly id: RequestId
  /** Virtual ms when it arrived, or when it was released if it was held. */
  readonly at: number
  readonly method: string
  /** "1.1" if the request didn't come through a socket. */
  readonly httpVersion: string
  /** The path and query as sent, without a world's prefix. */
  readonly target: string
  /** As the client used it, e.g. `http://127.0.0.1:4600`. */
  readonly origin: string
  /** Comes between `origin` and `target` in the client's URLs: the prefix of a world or a proxy, or empty. */
  readonly prefix: string
  /** Name, value, name, value, … as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: BodyBytes
  /** Longer than `limits.bodyBytes`. `body` then only contains its beginning. */
  readonly bodyIsTooLarge: boolean
  /** Only has the claims we need. Undefined if the operation takes no token or none was sent. */
  readonly token: JudgedToken | undefined
  readonly otherAddressOf?: OtherAddressOf | undefined
  readonly holdEnd?: HoldEnd | undefined
}

/** Before it arrives in a world. */
export type IncomingRequest = Omit<ServiceRequest, 'kind' | 'id' | 'at' | 'token' | 'holdEnd'>

/** A replay must not run the operation: it already ran, or the request was dropped while held. */
export function changesNothing({ holdEnd }: ServiceRequest): boolean {
  if (holdEnd === undefined) return false
  return typeof holdEnd.release === 'string' || holdEnd.fault.effect.effect === 'after'
}

/** For display only, since a replay needs the body. */
export const withoutBody = (request: ServiceRequest): ServiceRequest => ({ ...request, body: NO_BODY })

const NO_BODY: BodyBytes = Buffer.alloc(0)
