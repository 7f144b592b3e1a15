import type { OperationId } from '../contract/operations.js'
import type { Evidence } from '../domain/evidence.js'
import type { JournalEntry } from '../domain/journal.js'
import type { Leanings } from '../domain/profile-view.js'
import type { DataRequest, Reply } from './call.js'
import type { Disturbance } from './fault.js'
import type { Greased } from './grease.js'

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the whole body. */
  readonly bytes: number
  /** Bytes of it that `text` holds: fewer where only its beginning was kept. */
  readonly keptBytes: number
}

/** What an exchange is made of. */
export interface ExchangeFacts {
  readonly id: string
  /** The virtual time of arrival, in ms. */
  readonly at: number
  readonly operation: OperationId | null
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
  /** Real ms from some start to its arrival. */
  readonly arrivedMs: number
  /** Real ms from arrival to the finished answer; what a fault adds is not in it. */
  readonly durationMs: number
  readonly request: DataRequest
  /** undefined where a fault left no answer. */
  readonly reply: Reply | undefined
  /** The answer that the operation gave, where a fault replaced or lost it. */
  readonly lost: Reply | undefined
  readonly disturbance: Disturbance | undefined
  readonly evidence: Evidence
  readonly leanings: Leanings
  /** The most bytes of each body to keep. */
  readonly bodyBytesMax: number
}

/** One request to the data interfaces and its answer, as the journal keeps them. */
export class Exchange implements JournalEntry {
  readonly id: string
  readonly at: number
  readonly operation: OperationId | null
  readonly credential: string | null
  readonly arrivedMs: number
  readonly durationMs: number
  readonly method: string
  /** The address that the client used, a world's prefix and all; `target` goes behind it. */
  readonly baseUrl: string
  /** Path and query, as sent. */
  readonly target: string
  /** null where a fault left no answer. */
  readonly status: number | null
  /** "ok", what it was refused for, or "fault" where a fault kept it from being judged. */
  readonly outcome: string
  readonly reason: string | undefined
  /** The status of the answer that a fault replaced or lost. */
  readonly lostStatus: number | undefined
  readonly disturbance: Disturbance | undefined
  readonly evidence: Evidence
  readonly leanings: Leanings
  /** What grease made of the answer. */
  readonly greased: Greased | undefined
  readonly requestHeaders: readonly string[]
  readonly replyHeaders: readonly string[]
  readonly bodyBytes: number
  #requestBody: KeptBody | undefined
  #replyBody: KeptBody | undefined

  constructor(facts: ExchangeFacts) {
    const { request, reply, lost } = facts
    const judged = lost ?? reply
    this.id = facts.id
    this.at = facts.at
    this.operation = facts.operation
    this.credential = facts.credential
    this.arrivedMs = facts.arrivedMs
    this.durationMs = facts.durationMs
    this.method = request.method
    this.baseUrl = request.prefix === '' ? request.origin : request.origin + request.prefix
    this.target = request.target
    this.status = reply?.status ?? null
    this.outcome =
      judged?.refusal?.code ?? (judged?.isInjected === true || judged === undefined ? 'fault' : 'ok')
    this.reason = judged?.refusal?.reason
    this.lostStatus = lost?.status
    this.disturbance = facts.disturbance
    this.evidence = facts.evidence
    this.leanings = facts.leanings
    this.greased = reply?.greased
    this.requestHeaders = shared(request.rawHeaders)
    this.replyHeaders = reply?.headers ?? []
    this.#requestBody = keepBytes(request.body, facts.bodyBytesMax)
    this.#replyBody = keepText(reply?.body, facts.bodyBytesMax)
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

/** The headers of the last request. */
let lastHeaders: readonly string[] = []

/**
 * Clients send the same headers with one request after the other, and the journal keeps thousands: those that are equal
 * to the last are kept once.
 */
function shared(headers: readonly string[]): readonly string[] {
  const areEqual =
    headers.length === lastHeaders.length && headers.every((text, index) => text === lastHeaders[index])
  if (!areEqual) lastHeaders = headers
  return lastHeaders
}

function keepBytes(body: Buffer, bytesMax: number): KeptBody | undefined {
  if (body.length === 0) return undefined
  const kept = Math.min(body.length, bytesMax)
  return { text: body.toString('utf8', 0, kept), bytes: body.length, keptBytes: kept }
}

function keepText(body: string | undefined, bytesMax: number): KeptBody | undefined {
  if (body === undefined) return undefined
  const bytes = Buffer.byteLength(body)
  // By way of bytes, since a slice would keep the whole text alive.
  return bytes > bytesMax ? keepBytes(Buffer.from(body), bytesMax) : { text: body, bytes, keptBytes: bytes }
}

const keptBytes = (body: KeptBody | undefined): number => body?.keptBytes ?? 0
