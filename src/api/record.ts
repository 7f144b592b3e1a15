import { crc32 } from 'node:zlib'
import type { OperationId } from '../contract/operations.js'
import type { DecisionFacts } from '../domain/decision-facts.js'
import type { JournalEntry } from '../domain/journal.js'
import type { OptionsRead } from '../domain/profile/tracked.js'
import type { Connection } from '../web/connection.js'
import { dateText } from '../web/date.js'
import { bytesOfHeaders } from '../web/raw-headers.js'
import { type RequestCommand, sameText } from './command.js'
import type { RequestContext } from './context.js'
import type { FaultAction, Greased, Outcome, Reply } from './message.js'
import { headOf } from './reply-head.js'

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the whole body. */
  readonly bytes: number
  /** Bytes of it that `text` holds: fewer where only its beginning was kept. */
  readonly keptBytes: number
}

/** Facts of a request that are known only once it is answered. */
export interface Completion {
  /** Real ms from arrival to the finished answer; what a fault adds is not in it. */
  readonly durationMs: number
  readonly optionsRead: OptionsRead
  /** The record before: of equal texts one is kept for both, as in the log. */
  readonly newest: RequestRecord | undefined
}

/** What hardly any record has. */
interface Unusual {
  readonly faultAction: FaultAction | undefined
  readonly lostStatus: number | undefined
  /** A fault made the answer, not the service. */
  readonly isInjected: boolean
  readonly greased: Greased | undefined
}

/**
 * One request to the data interfaces and its answer, as the journal keeps them. Thousands are kept, and collecting them
 * costs as much as answering does: a record holds few objects of its own, and works the rest out when asked.
 */
export class RequestRecord implements JournalEntry {
  readonly operation: OperationId | null
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  readonly durationMs: number
  readonly connection: Connection | undefined
  /** Bytes of the body that was sent, kept or not. */
  readonly requestBytes: number
  /** null where a fault left no answer. */
  readonly status: number | null
  /** "ok", the code of its refusal, or "fault" where a fault kept it from being judged. */
  readonly outcome: string
  readonly reason: string | undefined
  readonly decision: DecisionFacts
  /** The options of the profile that decided the answer. */
  readonly optionsRead: OptionsRead
  /** Bytes of the answer's body; undefined where it has none. */
  readonly replyBytes: number | undefined
  readonly #ownHeaders: Reply['headers'] | undefined
  readonly #unusual: Unusual | undefined
  readonly #bodyBytesMax: number
  #command: RequestCommand
  #credential: string | null
  #hasBodies = true
  #replyText: string | undefined
  /** The digest of a body that is not kept whole. */
  #bodyDigest: number | undefined

  constructor(
    context: RequestContext,
    { reply, lost, faultAction }: Outcome,
    { durationMs, optionsRead, newest }: Completion,
  ) {
    const { request, world } = context
    const judged = lost ?? reply
    this.#command = context.command
    this.operation = context.operation?.id ?? null
    this.#credential = sameText(newest?.credential, context.credential)
    this.arrivedMs = context.arrivedMs
    this.durationMs = durationMs
    this.connection = request.connection
    this.requestBytes = request.body.length
    this.status = reply?.status ?? null
    this.outcome =
      judged?.refusal?.code ?? (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok')
    this.reason = shortReason(judged?.refusal?.reason)
    this.decision = context.decision
    this.#ownHeaders = reply?.headers
    this.#unusual = unusualOf(reply, lost, faultAction)
    this.optionsRead = optionsRead
    const replyBytes = bytesOf(reply?.body)
    this.replyBytes = reply?.body === undefined ? undefined : replyBytes
    this.#bodyBytesMax = world.bounds.bodyBytes
    this.#replyText = kept(reply?.body, replyBytes, this.#bodyBytesMax)
  }

  /** As it came, or, once the bodies are dropped, the beginning of it. */
  get command(): RequestCommand {
    return this.#command
  }

  get id(): string {
    return this.#command.id
  }

  /** The status of the answer that a fault replaced or lost. */
  get lostStatus(): number | undefined {
    return this.#unusual?.lostStatus
  }

  get faultAction(): FaultAction | undefined {
    return this.#unusual?.faultAction
  }

  get greased(): Greased | undefined {
    return this.#unusual?.greased
  }

  /** The virtual time of arrival, in ms. */
  get at(): number {
    return this.#command.at
  }

  get method(): string {
    return this.#command.method
  }

  /** "1.0" or "1.1". */
  get httpVersion(): string {
    return this.#command.httpVersion
  }

  /** The address that the client used, a world's prefix and all; `target` goes behind it. */
  get baseUrl(): string {
    return this.#command.origin + this.#command.prefix
  }

  /** The API key as sent, or the token's owner claim. */
  get credential(): string | null {
    return this.#credential
  }

  /** Path and query, as sent. */
  get target(): string {
    return this.#command.target
  }

  /** Name, value, name, value, … as sent. */
  get requestHeaders(): readonly string[] {
    return this.#command.rawHeaders
  }

  get path(): string {
    const query = this.target.indexOf('?')
    return query < 0 ? this.target : this.target.slice(0, query)
  }

  /** The whole head of the answer, as it was sent. */
  get replyHeaders(): readonly string[] {
    const headers = this.#ownHeaders
    if (headers === undefined) return []
    return this.headWith({ headers, isInjected: this.#unusual?.isInjected }, dateText(this.at))
  }

  /**
   * The whole head of an answer of this record.
   *
   * @param date the Date header
   */
  headWith(reply: Pick<Reply, 'headers' | 'isInjected'>, date: string): readonly string[] {
    return headOf(reply, this.optionsRead.profile.http, this.replyBytes, date)
  }

  /** undefined where there was none, or where it was dropped for the bound on all bodies. */
  get requestBody(): KeptBody | undefined {
    const text = this.#hasBodies ? this.#command.bodyText(this.#bodyBytesMax) : undefined
    return this.#keptBody(text, this.requestBytes)
  }

  get replyBody(): KeptBody | undefined {
    return this.#keptBody(this.#replyText, this.replyBytes ?? 0)
  }

  /** Whether the bodies are kept whole, their beginnings only, or no longer. */
  get bodiesKept(): 'whole' | 'cut' | 'dropped' {
    const replyBytes = this.replyBytes ?? 0
    if (!this.#hasBodies) return this.requestBytes + replyBytes === 0 ? 'whole' : 'dropped'
    return Math.max(this.requestBytes, replyBytes) > this.#bodyBytesMax ? 'cut' : 'whole'
  }

  /** Tells bodies that were sent from others of the same length, also where not all of them is kept. */
  get bodyDigest(): number {
    return this.#bodyDigest ?? crc32(this.#command.body)
  }

  dropBodies(): void {
    this.#bodyDigest = this.bodyDigest
    this.#hasBodies = false
    this.#replyText = undefined
    const isLong = this.#headLength > HEAD_BYTES_USUAL
    this.#command = this.#command.beginning(
      isLong ? (text) => cut(text) : (text) => text,
      isLong ? HEADERS_LEFT : Number.POSITIVE_INFINITY,
    )
    if (!isLong) return
    if (this.#credential !== null) this.#credential = cut(this.#credential)
  }

  /** Bytes that its kept bodies take, and what its head takes beyond the usual; not to be asked once they are dropped. */
  get bodyBytes(): number {
    const max = this.#bodyBytesMax
    const bodies = Math.min(this.requestBytes, max) + Math.min(this.replyBytes ?? 0, max)
    return bodies + Math.max(0, this.#headLength - HEAD_BYTES_USUAL)
  }

  get #headLength(): number {
    return this.#command.target.length + this.#command.headersLength
  }

  get memoryBytes(): number {
    const requestBytes = this.#hasBodies ? Math.min(this.requestBytes, this.#bodyBytesMax) : 0
    const bodies = requestBytes + (this.#replyText?.length ?? 0)
    const texts = this.target.length + (this.#credential?.length ?? 0) + (this.reason?.length ?? 0)
    // Two bytes a character of a body, since some take as much.
    const headers = this.#command.headersBytes + bytesOfHeaders(this.#ownHeaders ?? NO_HEADERS)
    return RECORD_BYTES + 2 * bodies + texts + headers
  }

  #keptBody(text: string | undefined, bytes: number): KeptBody | undefined {
    return text === undefined ? undefined : { text, bytes, keptBytes: Math.min(bytes, this.#bodyBytesMax) }
  }
}

const NO_HEADERS: readonly string[] = []

/** The server takes heads far longer than clients send: beyond this they count for the bound on all bodies, too. */
const HEAD_BYTES_USUAL = 4096
/** The rest of a longer one once its bodies are dropped. */
const HEADERS_LEFT = 20
const HEAD_TEXT_LEFT = 200

/** A record without its texts, in memory: an estimate. */
const RECORD_BYTES = 1000

/** The longest reason that is kept: some repeat what was sent. */
const REASON_LENGTH_MAX = 1000

const shortReason = (text: string | undefined): string | undefined =>
  text === undefined || text.length <= REASON_LENGTH_MAX ? text : cut(text, REASON_LENGTH_MAX)

function unusualOf(
  reply: Reply | undefined,
  lost: Reply | undefined,
  faultAction: FaultAction | undefined,
): Unusual | undefined {
  const isInjected = reply?.isInjected === true
  const greased = shortGreased(reply?.greased)
  if (faultAction === undefined && lost === undefined && !isInjected && greased === undefined)
    return undefined
  return { faultAction, lostStatus: lost?.status, isInjected, greased }
}

function shortGreased(greased: Greased | undefined): Greased | undefined {
  const wording = shortReason(greased?.wording)
  return greased === undefined || wording === greased.wording
    ? greased
    : { ...greased, wording: wording ?? '' }
}

/** The beginning of a text of a head, in memory of its own. */
const cut = (text: string, lengthMax = HEAD_TEXT_LEFT): string =>
  text.length <= lengthMax ? text : `${Buffer.from(text.slice(0, lengthMax)).toString()}…`

function bytesOf(body: Reply['body']): number {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** The beginning of a body, in memory of its own: a slice would keep the whole text alive. */
function kept(body: Reply['body'], bytes: number, bytesMax: number): string | undefined {
  if (body === undefined) return undefined
  const text = typeof body === 'string' ? body : body.beginning(bytesMax)
  return bytes <= bytesMax ? text : Buffer.from(text).toString('utf8', 0, bytesMax)
}
