import type { RowFormat } from '../core/rows/rows.js'
import { COMMAND_BYTES, type Command } from '../domain/command.js'
import type { HoldEnd } from '../domain/faults/holds.js'
import { bytesOfHeaders, joinedHeader, lengthOfHeaders, timesSent } from '../web/raw-headers.js'
import type { JudgedToken } from './identity.js'
import type { BodyBytes, DataRequest, OtherAddressOf } from './message.js'
import { type Channel, CommandFields, commandRow } from './recording/command-row.js'

/** Where a request came in, and what was found ahead of it. */
export interface Arrival {
  /** That of its id in the journal. */
  readonly number: number
  /** The virtual time, in ms. */
  readonly at: number
  /** undefined where the operation takes none, or none was sent. Of its claims those alone that are asked for. */
  readonly token: JudgedToken | undefined
  /** The interfaces that are served elsewhere than at the port that it came to. */
  readonly otherAddressOf: OtherAddressOf | undefined
  /** Of a request that was held, where that ends. */
  readonly holdEnd?: HoldEnd | undefined
  /** The request before. Clients repeat themselves: of equal texts one is kept for both, which spares garbage collection. */
  readonly newest: RequestCommand | undefined
  /** Bytes that are kept of a body that is too large: it decides nothing, and is only shown. */
  readonly shownBytesMax: number
}

/** All that decides the answer to a request: run again, it gets the same one. Its connection is no part of that. */
export class RequestCommand extends CommandFields implements Command, DataRequest {
  /** The command of a request that came in. */
  static of(request: DataRequest, arrival: Arrival): RequestCommand {
    const { number, at, token, otherAddressOf, holdEnd, newest, shownBytesMax } = arrival
    const rawHeaders = sameTexts(newest?.rawHeaders, request.rawHeaders)
    return new RequestCommand({
      number,
      at,
      method: request.method,
      target: sameText(newest?.target, request.target),
      rawHeaders,
      headersLength: rawHeaders === newest?.rawHeaders ? newest.headersLength : lengthOfHeaders(rawHeaders),
      bodyIsTooLarge: request.bodyIsTooLarge,
      token,
      holdEnd,
      channel: channelOf(request, otherAddressOf, newest?.channel),
      keptBody: sameText(newest?.keptBody, keptBody(request, shownBytesMax)),
    })
  }

  get rowFormat(): RowFormat {
    return row
  }

  get id(): string {
    return `r${this.number}`
  }

  get kind(): 'request' {
    return 'request'
  }

  get httpVersion(): string {
    return this.channel.httpVersion
  }

  get origin(): string {
    return this.channel.origin
  }

  get prefix(): string {
    return this.channel.prefix
  }

  get otherAddressOf(): OtherAddressOf | undefined {
    return this.channel.otherAddressOf
  }

  /** A request moves no clock. */
  get end(): number {
    return this.at
  }

  /** Bytes that the headers take in memory. */
  get headersBytes(): number {
    return bytesOfHeaders(this.rawHeaders, this.headersLength)
  }

  /** Its operation ran when it came, or never does: it was held, and here ends with its answer, or without one. */
  get changesNothing(): boolean {
    if (this.holdEnd === undefined) return false
    const { fault, release } = this.holdEnd
    return typeof release === 'string' || fault.effect.effect === 'after'
  }

  get bytes(): number {
    // The claims that are kept of a token take no more than the header that it came in.
    const heads = this.target.length + this.headersBytes * (this.token === undefined ? 1 : 2)
    return COMMAND_BYTES + heads + 2 * (this.keptBody?.length ?? 0)
  }

  get body(): BodyBytes {
    return typeof this.keptBody === 'string' ? Buffer.from(this.keptBody) : (this.keptBody ?? NO_BODY)
  }

  /** The whole body; undefined where it is long, or no UTF-8. */
  get text(): string | undefined {
    return typeof this.keptBody === 'string' && !this.bodyIsTooLarge ? this.keptBody : undefined
  }

  /** Its beginning, as text. */
  bodyText(bytesMax: number): string | undefined {
    const body = this.keptBody
    if (typeof body !== 'string') return body?.toString('utf8', 0, bytesMax)
    return body.length * 3 <= bytesMax || Buffer.byteLength(body) <= bytesMax
      ? body
      : Buffer.from(body).toString('utf8', 0, bytesMax)
  }

  /** The same where it is held no longer, at a virtual time in ms. */
  goingOn(at: number, holdEnd: HoldEnd): RequestCommand {
    return new RequestCommand({ ...this, at, holdEnd })
  }

  /** The same without its body, its head cut where that is unusually long: to be shown, not to be run. */
  beginning(cut: (text: string) => string, headersMax: number): RequestCommand {
    const rawHeaders = this.rawHeaders.slice(0, 2 * headersMax).map(cut)
    const headersLength = lengthOfHeaders(rawHeaders)
    const head = { target: cut(this.target), rawHeaders, headersLength }
    const left = { token: undefined, holdEnd: undefined, keptBody: undefined }
    return new RequestCommand({ ...this, ...head, ...left })
  }

  header(name: string): string | undefined {
    return joinedHeader(this.rawHeaders, name)
  }

  isRepeated(name: string): boolean {
    return timesSent(this.rawHeaders, name) > 1
  }
}

const row = commandRow((fields) => new RequestCommand(fields))

const NO_BODY: BodyBytes = Buffer.alloc(0)

/** A longer body has a memory of its own, and costs more as text. */
const TEXT_BYTES_MAX = 64 * 1024

/** Text takes less to keep than bytes, and the journal shows it; a text with this may have come from other bytes. */
const REPLACEMENT = '\uFFFD'

function keptBody(
  { body, bodyIsTooLarge }: DataRequest,
  shownBytesMax: number,
): string | BodyBytes | undefined {
  if (body.length === 0) return undefined
  if (bodyIsTooLarge && body.length > shownBytesMax) return Buffer.from(body.subarray(0, shownBytesMax))
  if (body.length > TEXT_BYTES_MAX) return body
  const text = body.toString('utf8')
  return text.includes(REPLACEMENT) ? Buffer.from(body) : text
}

function channelOf(
  { httpVersion, origin, prefix }: DataRequest,
  otherAddressOf: OtherAddressOf | undefined,
  before: Channel | undefined,
): Channel {
  const isSame =
    before?.origin === origin &&
    before.prefix === prefix &&
    before.httpVersion === httpVersion &&
    before.otherAddressOf === otherAddressOf
  return isSame ? before : { httpVersion, origin, prefix, otherAddressOf }
}

/** The text of the request before where it is equal, so that one of the two can be collected. */
export const sameText = <Text>(before: unknown, text: Text): Text =>
  before === text ? (before as Text) : text

function sameTexts(before: readonly string[] | undefined, texts: readonly string[]): readonly string[] {
  const areEqual = before?.length === texts.length && texts.every((text, index) => text === before[index])
  return areEqual ? before : texts
}
