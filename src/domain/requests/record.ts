import type { RequestId } from '../../core/command-id.js'
import { shorten } from '../../core/shorten.js'
import type { DecisionFacts } from '../decision-facts.js'
import type { Gaps } from '../profile/gaps.js'
import type { WorldOperation } from '../service.js'
import type { CallFacts } from './call.js'
import type { Connection } from './connection.js'
import type { FaultAction, Greased, Outcome, Reply } from './reply.js'
import { withoutBody } from './request.js'

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the body as it was sent. */
  readonly bytes: number
}

/** One request to the services and its answer, as the journal keeps them: a call, and its outcome. */
export class RequestRecord {
  #call: CallFacts
  /** Real ms from arrival to the finished answer, without what a fault adds. */
  readonly durationMs: number
  /** null if a fault left no answer. */
  readonly status: number | null
  /** The status of the answer that a fault replaced or lost. */
  readonly lostStatus: number | undefined
  /** "ok", the code of its refusal, or "fault" if a fault kept it from being judged. */
  readonly outcome: string
  readonly reason: string | undefined
  readonly faultAction: FaultAction | undefined
  readonly greased: Greased | undefined
  /** Bytes of the answer's body; undefined if it has none. */
  readonly replyBytes: number | undefined
  /** What its head is made of; undefined if a fault left no answer. */
  readonly #reply: Pick<Reply, 'headers' | 'isInjected' | 'isVerbatim'> | undefined
  #replyText: string | undefined
  /** Bytes of both bodies, kept or not. */
  readonly sentBytes: number
  /** Bytes of both bodies; 0 once they are dropped. */
  bodyBytes: number

  constructor(call: CallFacts, { reply, lost, faultAction }: Outcome, durationMs: number) {
    const judged = lost ?? reply
    this.#call = call
    this.durationMs = durationMs
    this.status = reply?.status ?? null
    this.lostStatus = lost?.status
    this.outcome =
      judged?.refusal?.code ?? (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok')
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

  /** Without the body of its request once the bodies are dropped. */
  get call(): CallFacts {
    return this.#call
  }

  get id(): RequestId {
    return this.#call.request.id
  }

  /** The virtual time of arrival, in ms. */
  get at(): number {
    return this.#call.request.at
  }

  /** Real ms from some start to its arrival. */
  get arrivedMs(): number {
    return this.#call.arrivedMs
  }

  get connection(): Connection | undefined {
    return this.#call.connection
  }

  /** undefined if the services show none. */
  get served(): WorldOperation | undefined {
    return this.#call.operation
  }

  /** The id of its operation; null if the services show none. */
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

  /** How the contract's gaps were filled, and which of them the answer depends on. */
  get gaps(): Gaps {
    return this.#call.gaps
  }

  get method(): string {
    return this.#call.request.method
  }

  /** "1.0" or "1.1". */
  get httpVersion(): string {
    return this.#call.request.httpVersion
  }

  /** The address that the client used, with a world's prefix; `target` follows it. */
  get baseUrl(): string {
    return this.#call.request.origin + this.#call.request.prefix
  }

  /** Path and query, as sent. */
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

  /** Bytes of the body that was sent, kept or not. */
  get requestBytes(): number {
    return this.sentBytes - (this.replyBytes ?? 0)
  }

  /** undefined if there was none, or if it was dropped for the bound on all bodies. */
  get requestBody(): KeptBody | undefined {
    const { body } = this.#call.request
    // Bytes that are not UTF-8 are shown as well.
    return body.length === 0 ? undefined : { text: body.toString(), bytes: this.requestBytes }
  }

  get replyBody(): KeptBody | undefined {
    const text = this.#replyText
    return text === undefined ? undefined : { text, bytes: this.replyBytes ?? 0 }
  }

  /** The whole head of the answer, as it was sent. */
  get replyHeaders(): readonly string[] {
    return this.#reply === undefined ? [] : headOf(this.#reply, this)
  }

  /** Whether the bodies are still kept; true if there were none. */
  get hasBodies(): boolean {
    return this.bodyBytes === this.sentBytes
  }

  /** Drops the bodies. The log may still have the one that was sent. */
  dropBodies(): void {
    this.bodyBytes = 0
    this.#replyText = undefined
    this.#call = { ...this.#call, request: withoutBody(this.#call.request) }
  }
}

/** The longest reason that is kept: some repeat what was sent. */
const REASON_LENGTH_MAX = 1000

const JSON_TYPE = 'application/json'
const JSON_UTF8_TYPE = 'application/json; charset=utf-8'

/** The facts of a request that decide the usual headers of its answer. */
interface AnsweredAt {
  /** The virtual time of the answer, in ms. */
  readonly at: number
  /** The bytes of its body, undefined if it has none. */
  readonly replyBytes: number | undefined
  /** Its profile decides whether the Content-Type names the charset. */
  readonly gaps: Gaps
}

/**
 * The whole head of an answer: name, value, name, value, … Headers of a fault, or of a service of one's own, replace the
 * usual ones.
 */
export function headOf(
  { headers, isInjected, isVerbatim }: Pick<Reply, 'headers' | 'isInjected' | 'isVerbatim'>,
  { at, replyBytes, gaps }: AnsweredAt,
): readonly string[] {
  const date = ['Date', new Date(at).toUTCString()]
  const type = gaps.profile.http.charset ? JSON_UTF8_TYPE : JSON_TYPE
  const usual =
    replyBytes === undefined ? date : ['Content-Type', type, 'Content-Length', `${replyBytes}`, ...date]
  if (headers.length === 0) return usual
  const head = isInjected === true || isVerbatim === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

/** The headers whose names are not among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
