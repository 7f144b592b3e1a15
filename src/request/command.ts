import type { RequestId } from '../core/command-id.js'
import type { Command } from '../domain/command.js'
import type { HoldEnd } from '../domain/faults/holds.js'
import { joinedHeader, timesSent } from '../web/raw-headers.js'
import type { JudgedToken } from './identity.js'
import type { BodyBytes, DataRequest, OtherAddressOf } from './message.js'

/** The parts of a request that decide its answer. */
type SentRequest = Pick<
  DataRequest,
  'method' | 'target' | 'httpVersion' | 'origin' | 'prefix' | 'rawHeaders' | 'body' | 'bodyIsTooLarge'
>

/** The arrival of a request, and what was found before it runs. */
export interface Arrival {
  /** The number of its id in the journal. */
  readonly number: number
  /** The virtual time, in ms. */
  readonly at: number
  /** undefined if the operation takes none, or none was sent. It has only the claims that are asked for. */
  readonly token: JudgedToken | undefined
  /** The services that are served elsewhere than at the port that it came to. */
  readonly otherAddressOf: OtherAddressOf | undefined
  /** How a held request was released; undefined if it was not held. */
  readonly holdEnd?: HoldEnd | undefined
}

/** All that decides the answer to a request: run again, it gets the same one. Its connection is not part of that. */
export class RequestCommand implements Command, DataRequest {
  readonly kind = 'request'
  readonly number: number
  readonly at: number
  readonly token: JudgedToken | undefined
  readonly otherAddressOf: OtherAddressOf | undefined
  readonly holdEnd: HoldEnd | undefined
  readonly method: string
  readonly httpVersion: string
  readonly target: string
  readonly origin: string
  readonly prefix: string
  readonly rawHeaders: readonly string[]
  readonly bodyIsTooLarge: boolean
  readonly body: BodyBytes

  constructor(request: SentRequest, arrival: Arrival) {
    this.number = arrival.number
    this.at = arrival.at
    this.token = arrival.token
    this.otherAddressOf = arrival.otherAddressOf
    this.holdEnd = arrival.holdEnd
    this.method = request.method
    this.httpVersion = request.httpVersion
    this.target = request.target
    this.origin = request.origin
    this.prefix = request.prefix
    this.rawHeaders = request.rawHeaders
    this.bodyIsTooLarge = request.bodyIsTooLarge
    // A copy: the bytes that came may be a part of a larger buffer.
    this.body = request.body.length === 0 ? NO_BODY : Buffer.from(request.body)
  }

  get id(): RequestId {
    return `r${this.number}`
  }

  /** A request moves no clock. */
  get end(): number {
    return this.at
  }

  /** Whether a replay must not run its operation: it ran already, or the request was dropped while it was held. */
  get changesNothing(): boolean {
    if (this.holdEnd === undefined) return false
    const { fault, release } = this.holdEnd
    return typeof release === 'string' || fault.effect.effect === 'after'
  }

  get bodyBytes(): number {
    return this.body.length
  }

  /** The body as text, also if its bytes are not UTF-8; undefined if there is none. */
  get bodyText(): string | undefined {
    return this.body.length === 0 ? undefined : this.body.toString()
  }

  /** This request once it is no longer held, at a virtual time in ms. */
  goingOn(at: number, holdEnd: HoldEnd): RequestCommand {
    return new RequestCommand(this, { ...this, at, holdEnd })
  }

  /** This request without its body: to be shown, not to be run. */
  withoutBody(): RequestCommand {
    return new RequestCommand({ ...this, body: NO_BODY }, this)
  }

  header(name: string): string | undefined {
    return joinedHeader(this.rawHeaders, name)
  }

  isRepeated(name: string): boolean {
    return timesSent(this.rawHeaders, name) > 1
  }
}

const NO_BODY: BodyBytes = Buffer.alloc(0)
