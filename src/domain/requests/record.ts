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
  /** The size as sent. */
  readonly bytes: number
}

/** A request and its answer in the journal. */
export class RequestRecord {
  #call: CallFacts
  /** Real ms until the answer was finished, not including delays caused by faults. */
  readonly durationMs: number
  /** Null if a fault prevented an answer. */
  readonly status: number | null
  /** Of an answer that a fault replaced or dropped. */
  readonly lostStatus: number | undefined
  /** "ok", the refusal's code (e.g. "http_404" for a service of your own), or "fault" if a fault fired first. */
  readonly outcome: string
  readonly reason: string | undefined
  readonly faultAction: FaultAction | undefined
  readonly greased: Greased | undefined
  /** Undefined if the answer has no body. */
  readonly replyBytes: number | undefined
  /** Rebuilds the answer's head. Undefined if a fault prevented an answer. */
  readonly #reply: Pick<Reply, 'headers' | 'isInjected' | 'isVerbatim'> | undefined
  #replyText: string | undefined
  /** The total size of both bodies, even after they've been dropped. */
  readonly sentBytes: number
  /** The total size of both bodies, or 0 once they've been dropped. */
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

  /** Has no request body once the bodies have been dropped. */
  get call(): CallFacts {
    return this.#call
  }

  get id(): RequestId {
    return this.#call.request.id
  }

  /** Virtual ms when the request arrived. */
  get at(): number {
    return this.#call.request.at
  }

  /** Monotonic real ms. */
  get arrivedMs(): number {
    return this.#call.arrivedMs
  }

  get connection(): Connection | undefined {
    return this.#call.connection
  }

  get served(): WorldOperation | undefined {
    return this.#call.operation
  }

  get operation(): string | null {
    return this.#call.operation?.id ?? null
  }

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

  get httpVersion(): string {
    return this.#call.request.httpVersion
  }

  /** As the client used it, including a world's prefix. `target` comes after it. */
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

  /** The size as sent, even if the body has been dropped. */
  get requestBytes(): number {
    return this.sentBytes - (this.replyBytes ?? 0)
  }

  /** Undefined without a body, or if it was dropped to save memory. */
  get requestBody(): KeptBody | undefined {
    const { body } = this.#call.request
    // Invalid UTF-8 is displayed with replacement characters.
    return body.length === 0 ? undefined : { text: body.toString(), bytes: this.requestBytes }
  }

  get replyBody(): KeptBody | undefined {
    const text = this.#replyText
    return text === undefined ? undefined : { text, bytes: this.replyBytes ?? 0 }
  }

  /** As sent. */
  get replyHeaders(): readonly string[] {
    return this.#reply === undefined ? [] : headOf(this.#reply, this)
  }

  /** False once the bodies have been dropped. */
  get hasBodies(): boolean {
    return this.bodyBytes === this.sentBytes
  }

  /** The log may still keep the request's body. */
  dropBodies(): void {
    this.bodyBytes = 0
    this.#replyText = undefined
    this.#call = { ...this.#call, request: withoutBody(this.#call.request) }
  }
}

/** A long reason mostly repeats what was sent. */
const REASON_LENGTH_MAX = 1000

const JSON_TYPE = 'application/json'
const JSON_UTF8_TYPE = 'application/json; charset=utf-8'

interface AnsweredAt {
  /** Virtual ms when the request was answered. */
  readonly at: number
  /** Undefined without a body. */
  readonly replyBytes: number | undefined
  /** Decides whether the Content-Type includes the charset. */
  readonly gaps: Gaps
}

/**
 * All headers of an answer as a flat list: name, value, name, value, … A header from a fault or a user's own service
 * replaces the standard one.
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
