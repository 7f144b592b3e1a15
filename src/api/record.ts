import { crc32 } from 'node:zlib'
import type { RowFormat } from '../core/rows/rows.js'
import type { JournalEntry } from '../domain/journal.js'
import { dateText } from '../web/date.js'
import { bytesOfHeaders } from '../web/raw-headers.js'
import type { FaultAction, Greased, Reply } from './message.js'
import { RecordFields, recordRow } from './recording/record-row.js'
import { headOf } from './recording/reply-head.js'

/** A body as the journal keeps it. */
export interface KeptBody {
  readonly text: string
  /** Bytes of the whole body. */
  readonly bytes: number
  /** Bytes of it that `text` holds: fewer where only its beginning was kept. */
  readonly keptBytes: number
}

/**
 * One request to the data interfaces and its answer, as the journal keeps them. It works out when asked what it can.
 */
export class RequestRecord extends RecordFields implements JournalEntry {
  get rowFormat(): RowFormat {
    return row
  }

  get id(): string {
    return this.command.id
  }

  /** The status of the answer that a fault replaced or lost. */
  get lostStatus(): number | undefined {
    return this.unusual?.lostStatus
  }

  get faultAction(): FaultAction | undefined {
    return this.unusual?.faultAction
  }

  get greased(): Greased | undefined {
    return this.unusual?.greased
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

  /** The address that the client used, a world's prefix and all; `target` goes behind it. */
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
    const headers = this.ownHeaders
    if (headers === undefined) return []
    return this.headWith({ headers, isInjected: this.unusual?.isInjected }, dateText(this.at))
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
    const text = this.#hasBodies ? this.command.bodyText(this.bodyBytesMax) : undefined
    return this.#keptBody(text, this.requestBytes)
  }

  get replyBody(): KeptBody | undefined {
    return this.#keptBody(this.replyText, this.replyBytes ?? 0)
  }

  /** Whether the bodies are kept whole, their beginnings only, or no longer. */
  get bodiesKept(): 'whole' | 'cut' | 'dropped' {
    const replyBytes = this.replyBytes ?? 0
    if (!this.#hasBodies) return this.requestBytes + replyBytes === 0 ? 'whole' : 'dropped'
    return Math.max(this.requestBytes, replyBytes) > this.bodyBytesMax ? 'cut' : 'whole'
  }

  /** Tells bodies that were sent from others of the same length, also where not all of them is kept. */
  get bodyDigest(): number {
    return this.droppedDigest ?? crc32(this.command.body)
  }

  dropBodies(): void {
    this.droppedDigest = this.bodyDigest
    this.replyText = undefined
    const isLong = this.#headLength > HEAD_BYTES_USUAL
    this.command = this.command.beginning(
      isLong ? (text) => cut(text) : (text) => text,
      isLong ? HEADERS_LEFT : Number.POSITIVE_INFINITY,
    )
    if (!isLong) return
    if (this.credential !== null) this.credential = cut(this.credential)
  }

  /** Bytes that its kept bodies take, and what its head takes beyond the usual; not to be asked once they are dropped. */
  get bodyBytes(): number {
    const max = this.bodyBytesMax
    const bodies = Math.min(this.requestBytes, max) + Math.min(this.replyBytes ?? 0, max)
    return bodies + Math.max(0, this.#headLength - HEAD_BYTES_USUAL)
  }

  get #headLength(): number {
    return this.command.target.length + this.command.headersLength
  }

  get memoryBytes(): number {
    const requestBytes = this.#hasBodies ? Math.min(this.requestBytes, this.bodyBytesMax) : 0
    const bodies = requestBytes + (this.replyText?.length ?? 0)
    const texts = this.target.length + (this.credential?.length ?? 0) + (this.reason?.length ?? 0)
    // Two bytes a character of a body, since some take as much.
    const headers = this.command.headersBytes + bytesOfHeaders(this.ownHeaders ?? NO_HEADERS)
    return RECORD_BYTES + 2 * bodies + texts + headers
  }

  get #hasBodies(): boolean {
    return this.droppedDigest === undefined
  }

  #keptBody(text: string | undefined, bytes: number): KeptBody | undefined {
    return text === undefined ? undefined : { text, bytes, keptBytes: Math.min(bytes, this.bodyBytesMax) }
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

/** The beginning of a text of a head, in memory of its own. */
export const cut = (text: string, lengthMax = HEAD_TEXT_LEFT): string =>
  text.length <= lengthMax ? text : `${Buffer.from(text.slice(0, lengthMax)).toString()}…`

const row = recordRow((fields) => new RequestRecord(fields))
