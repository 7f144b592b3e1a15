import type { RequestId } from '../../core/command-id.js'
import { httpDate } from '../../core/instants.js'
import { shorten } from '../../core/shorten.js'
import type { DecisionFacts } from '../decision-facts.js'
import type { Gaps } from '../profile/gaps.js'
import type { WorldOperation } from '../service.js'
import type { CallFacts } from './call.js'
import type { Connection } from './connection.js'
import type { FaultAction, Greased, Outcome, Reply } from './reply.js'
import { withoutBody } from './request.js'

export interface KeptBody {
  readonly text: string
  /** The size of the body as sent. */
  readonly bytes: number
}

/** A journal entry: a request and its answer. */
export class RequestRecord {
  #call: CallFacts
  /** Real ms from the request's arrival to the finished answer, excluding delays added by faults. */
  readonly durationMs: number
  /** Null if a fault prevented an answer. */
  readonly status: number | null
  /** The status of an answer that a fault replaced or dropped. */
  readonly lostStatus: number | undefined
  /** "ok", the refusal's code (for a service of your own e.g. "http_404"), or "fault" if a fault fired first. */
  readonly outcome: string
  readonly reason: string | undefined
  readonly faultAction: FaultAction | undefined
  readonly greased: Greased | undefined
  /** The size of the answer's body, or undefined if it has none. */
  readonly replyBytes: number | undefined
  /** Used to rebuild the answer's head. Undefined if a fault prevented an answer. */
  readonly #reply: Pick<Reply, 'headers' | 'isInjected' | 'isVerbatim'> | undefined
  #replyText: string | undefined
  /** The size of both bodies, even if they've been dropped. */
  readonly sentBytes: number
  /** The size of both bodies, or 0 once they've been dropped. */
  bodyBytes: number

  constructor(call: CallFacts, { reply, lost, faultAction }: Outcome, durationMs: number) {
    const judged = lost ?? reply
    this.#call = call
    this.durationMs = durationMs
    this.status = reply?.status ?? null
    this.lostStatus = lost?.status
    this.outcome =
      judged?.refusal?.code ??
      judged?.outcome ??
      (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok')
    const reason = judged?.refusal?.reason ?? judged?.reason
    this.reason = reason && shorten(reason, REASON_LENGTH_MAX)
    this.faultAction = faultAction
    this.greased = reply?.greased
    this.replyBytes = reply?.body === undefined ? undefined : Buffer.byteLength(reply.body)
    this.#reply = reply && {
      headers: reply.headers,
      isInjected: reply.isInjected,
      isVerbatim: reply.isVerbatim,
    }
    this.#replyText = reply?.body
    this.sentBytes = call.request.body.length + (this.replyBytes ?? 0)
    this.bodyBytes = this.sentBytes
  }

  /** Note that the request's body is missing once the bodies have been dropped. */
  get call(): CallFacts {
    return this.#call
  }

  get id(): RequestId {
    return this.#call.request.id
  }

  /** Virtual time when the request arrived, in ms. */
  get at(): number {
    return this.#call.request.at
  }

  /** When the request arrived, in monotonic real ms. */
  get arrivedMs(): number {
    return this.#call.arrivedMs
  }

  get connection(): Connection | undefined {
    return this.#call.connection
  }

  /** Undefined if there is no such operation. */
  get served(): WorldOperation | undefined {
    return this.#call.operation
  }

  /** Null if there is no such operation. */
  get operation(): string | null {
    return this.#call.operation?.id ?? null
  }

  /** The API key as sent, or the token's owner claim. */
  get credential(): string | null {
    return this.#call.credential
  }

  get decision(): DecisionFacts {
    return this.#call.decision
  }

  /** Also records which gaps the answer depends on. */
  get gaps(): Gaps {
    return this.#call.gaps
  }

  get method(): string {
    return this.#call.request.method
  }

  /** Either "1.0" or "1.1". */
  get httpVersion(): string {
    return this.#call.request.httpVersion
  }

  /** The base URL that the client used, including a world's prefix. `target` comes after it. */
  get baseUrl(): string {
    return this.#call.request.origin + this.#call.request.prefix
  }

  /** The path and query, as sent. */
  get target(): string {
    return this.#call.request.target
  }

  get path(): string {
    return this.#call.path
  }

  /** Name, value, name, value, … as sent. */
  get requestHeaders(): readonly string[] {
    return this.#call.request.rawHeaders
  }

  /** The size of the body as sent, even if it has been dropped. */
  get requestBytes(): number {
    return this.sentBytes - (this.replyBytes ?? 0)
  }

  /** Undefined if there was no body, or if it was dropped to save memory. */
  get requestBody(): KeptBody | undefined {
    const { body } = this.#call.request
    // Invalid UTF-8 is displayed with replacement characters.
    return body.length === 0 ? undefined : { text: body.toString(), bytes: this.requestBytes }
  }

  get replyBody(): KeptBody | undefined {
    const text = this.#replyText
    return text === undefined ? undefined : { text, bytes: this.replyBytes ?? 0 }
  }

  /** All of the answer's headers, as sent. */
  get replyHeaders(): readonly string[] {
    return this.#reply === undefined ? [] : headOf(this.#reply, this)
  }

  /** False once the bodies have been dropped. */
  get hasBodies(): boolean {
    return this.bodyBytes === this.sentBytes
  }

  /** Drops both bodies from the journal. The log may still keep the request's body. */
  dropBodies(): void {
    this.bodyBytes = 0
    this.#replyText = undefined
    this.#call = { ...this.#call, request: withoutBody(this.#call.request) }
  }
}

/** A long reason mostly repeats what was sent, so it's truncated. */
const REASON_LENGTH_MAX = 1000

const JSON_TYPE = 'application/json'
const JSON_UTF8_TYPE = 'application/json; charset=utf-8'

/** The inputs for an answer's standard headers. */
interface AnsweredAt {
  /** Virtual time when the request was answered, in ms. */
  readonly at: number
  /** The size of the body, or undefined if there is none. */
  readonly replyBytes: number | undefined
  /** Determines whether the Content-Type includes the charset. */
  readonly gaps: Gaps
}

/**
 * Returns all headers of an answer as a flat list: name, value, name, value, … If a fault or a user's own service set
 * a header, that replaces the standard one.
 */
export function headOf(
  { headers, isInjected, isVerbatim }: Pick<Reply, 'headers' | 'isInjected' | 'isVerbatim'>,
  { at, replyBytes, gaps }: AnsweredAt,
): readonly string[] {
  const date = ['Date', httpDate(at)]
  const type = gaps.profile.http.charset ? JSON_UTF8_TYPE : JSON_TYPE
  const usual =
    replyBytes === undefined ? date : ['Content-Type', type, 'Content-Length', `${replyBytes}`, ...date]
  if (headers.length === 0) return usual
  const head = isInjected === true || isVerbatim === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
