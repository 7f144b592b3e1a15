import type { OperationId } from '../contract/operations.js'
import type { JournalEntry } from '../domain/journal.js'
import type { DataRequest, Reply } from './call.js'

/** The most bytes of each body that the journal keeps. */
export const JOURNAL_BODY_BYTES_MAX = 8 * 1024

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the whole body, of which `text` may be the beginning. */
  readonly bytes: number
}

/** One request to the data interfaces and its answer, as the journal keeps them. */
export class Exchange implements JournalEntry {
  readonly method: string
  readonly target: string
  readonly status: number
  readonly outcome: string
  readonly reason: string | undefined
  readonly requestHeaders: readonly string[]
  readonly replyHeaders: readonly string[]
  #requestBody: KeptBody | undefined
  #replyBody: KeptBody | undefined
  readonly bodyBytes: number

  constructor(
    readonly id: string,
    /** The virtual time of arrival, in ms. */
    readonly at: number,
    readonly operation: OperationId | null,
    /** The API key as sent, or the token's owner claim. */
    readonly credential: string | null,
    /** Real ms from arrival to the finished answer. */
    readonly durationMs: number,
    request: DataRequest,
    reply: Reply,
  ) {
    this.method = request.method
    this.target = request.prefix + request.target
    this.status = reply.status
    this.outcome = reply.refusal?.code ?? 'ok'
    this.reason = reply.refusal?.reason
    this.requestHeaders = request.rawHeaders
    this.replyHeaders = reply.headers
    this.#requestBody = keepBytes(request.body)
    this.#replyBody = keepText(reply.body)
    this.bodyBytes = keptBytes(this.#requestBody) + keptBytes(this.#replyBody)
  }

  get path(): string {
    const query = this.target.indexOf('?')
    return query < 0 ? this.target : this.target.slice(0, query)
  }

  /** undefined where there was none, or where it was dropped for the bound on all bodies. */
  get requestBody(): KeptBody | undefined {
    return this.#requestBody
  }

  get replyBody(): KeptBody | undefined {
    return this.#replyBody
  }

  dropBodies(): void {
    this.#requestBody = undefined
    this.#replyBody = undefined
  }
}

function keepBytes(body: Buffer): KeptBody | undefined {
  if (body.length === 0) return undefined
  return { text: body.toString('utf8', 0, JOURNAL_BODY_BYTES_MAX), bytes: body.length }
}

function keepText(body: string | undefined): KeptBody | undefined {
  if (body === undefined) return undefined
  // By way of bytes, since a slice would keep the whole text alive.
  if (body.length > JOURNAL_BODY_BYTES_MAX) return keepBytes(Buffer.from(body))
  return { text: body, bytes: Buffer.byteLength(body) }
}

const keptBytes = (body: KeptBody | undefined): number => Math.min(body?.bytes ?? 0, JOURNAL_BODY_BYTES_MAX)
