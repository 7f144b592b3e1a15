import type { RequestId } from '../core/command-id.js'
import { shorten } from '../core/shorten.js'
import type { DecisionFacts } from '../domain/decision-facts.js'
import type { JournalEntry } from '../domain/journal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Connection } from '../web/connection.js'
import type { RequestCommand } from './command.js'
import type { RequestContext, ServedOperation } from './context.js'
import type { FaultAction, Greased, Outcome, Reply } from './message.js'

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the body as it was sent. */
  readonly bytes: number
}

/** One request to the services and its answer, as the journal keeps them. */
export class RequestRecord implements JournalEntry {
  /** undefined if the services show none. */
  readonly served: ServedOperation | undefined
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  /** Real ms from arrival to the finished answer, without what a fault adds. */
  readonly durationMs: number
  readonly connection: Connection | undefined
  /** Bytes of the body that was sent, kept or not. */
  readonly requestBytes: number
  /** null if a fault left no answer. */
  readonly status: number | null
  /** The status of the answer that a fault replaced or lost. */
  readonly lostStatus: number | undefined
  /** "ok", the code of its refusal, or "fault" if a fault kept it from being judged. */
  readonly outcome: string
  readonly reason: string | undefined
  readonly decision: DecisionFacts
  /** How the contract's gaps were filled, and which of them the answer depends on. */
  readonly gaps: Gaps
  readonly faultAction: FaultAction | undefined
  readonly greased: Greased | undefined
  /** Bytes of the answer's body; undefined if it has none. */
  readonly replyBytes: number | undefined
  /** What its head is made of; undefined if a fault left no answer. */
  readonly #reply: Pick<Reply, 'headers' | 'isInjected'> | undefined
  /** As it came; without its body once the bodies are dropped. */
  command: RequestCommand
  #replyText: string | undefined
  /** Bytes of both bodies, kept or not. */
  readonly sentBytes: number
  /** Bytes of both bodies; 0 once they are dropped. */
  bodyBytes: number

  constructor(context: RequestContext, outcome: Outcome, durationMs: number) {
    const { request } = context
    const { reply, lost, faultAction } = outcome
    const judged = lost ?? reply
    this.served = context.operation
    this.credential = context.credential
    this.arrivedMs = context.arrivedMs
    this.durationMs = durationMs
    this.connection = request.connection
    this.requestBytes = request.body.length
    this.status = reply?.status ?? null
    this.lostStatus = lost?.status
    this.outcome =
      judged?.refusal?.code ?? (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok')
    this.reason = judged?.refusal && shorten(judged.refusal.reason, REASON_LENGTH_MAX)
    this.decision = context.decision
    this.gaps = context.gaps
    this.faultAction = faultAction
    this.greased = reply?.greased
    this.replyBytes = reply?.body === undefined ? undefined : Buffer.byteLength(reply.body)
    this.sentBytes = this.requestBytes + (this.replyBytes ?? 0)
    this.bodyBytes = this.sentBytes
    this.#reply = reply && { headers: reply.headers, isInjected: reply.isInjected }
    this.command = context.command
    this.#replyText = reply?.body
  }

  get id(): RequestId {
    return this.command.id
  }

  /** The id of its operation; null if the services show none. */
  get operation(): string | null {
    return this.served?.id ?? null
  }

  /** The virtual time of arrival, in ms. */
  get at(): number {
    return this.command.at
  }

  get method(): string {
    return this.command.method
  }

  /** "1.0" or "1.1". */
  get httpVersion(): string {
    return this.command.httpVersion
  }

  /** The address that the client used, with a world's prefix; `target` follows it. */
  get baseUrl(): string {
    return this.command.origin + this.command.prefix
  }

  /** Path and query, as sent. */
  get target(): string {
    return this.command.target
  }

  /** Name, value, name, value, … as sent. */
  get requestHeaders(): readonly string[] {
    return this.command.rawHeaders
  }

  get path(): string {
    const query = this.target.indexOf('?')
    return query < 0 ? this.target : this.target.slice(0, query)
  }

  /** The whole head of the answer, as it was sent. */
  get replyHeaders(): readonly string[] {
    return this.#reply === undefined ? [] : headOf(this.#reply, this)
  }

  /** undefined if there was none, or if it was dropped for the bound on all bodies. */
  get requestBody(): KeptBody | undefined {
    return keptBody(this.command.bodyText, this.requestBytes)
  }

  get replyBody(): KeptBody | undefined {
    return keptBody(this.#replyText, this.replyBytes ?? 0)
  }

  /** Whether the bodies are still kept; true if there were none. */
  get hasBodies(): boolean {
    return this.bodyBytes === this.sentBytes
  }

  /** Drops the bodies. The log may still have the one that was sent. */
  dropBodies(): void {
    this.bodyBytes = 0
    this.#replyText = undefined
    this.command = this.command.withoutBody()
  }
}

const keptBody = (text: string | undefined, bytes: number): KeptBody | undefined =>
  text === undefined ? undefined : { text, bytes }

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

/** The whole head of an answer: name, value, name, value, … A fault's own headers replace the usual ones. */
export function headOf(
  { headers, isInjected }: Pick<Reply, 'headers' | 'isInjected'>,
  { at, replyBytes, gaps }: AnsweredAt,
): readonly string[] {
  const date = ['Date', new Date(at).toUTCString()]
  const type = gaps.profile.http.charset ? JSON_UTF8_TYPE : JSON_TYPE
  const usual =
    replyBytes === undefined ? date : ['Content-Type', type, 'Content-Length', `${replyBytes}`, ...date]
  if (headers.length === 0) return usual
  const head = isInjected === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

/** The headers whose names are not among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
