import type { OperationId } from '../../contract/operations.js'
import type { MayBeRow, RowFormat, RowPlace } from '../../core/rows/rows.js'
import { DecisionFacts } from '../../domain/decision-facts.js'
import type { OptionsRead } from '../../domain/profile/tracked.js'
import type { Connection } from '../../web/connection.js'
import { RequestCommand } from '../command.js'
import type { FaultAction, Greased, Reply } from '../message.js'
import { COMMAND_NUMBERS, COMMAND_VALUES, readCommand, writeCommand } from './command-row.js'

/** What hardly any record has. */
export interface Unusual {
  readonly faultAction: FaultAction | undefined
  readonly lostStatus: number | undefined
  /** A fault made the answer, not the service. */
  readonly isInjected: boolean
  readonly greased: Greased | undefined
}

/** What a record is made of. */
export class RecordFields {
  /** As it came, or, once the bodies are dropped, the beginning of it. */
  command: RequestCommand
  readonly operation: OperationId | null
  /** The API key as sent, or the token's owner claim. */
  credential: string | null
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
  /** Headers of the answer besides the usual ones; undefined where there is no answer. */
  readonly ownHeaders: Reply['headers'] | undefined
  readonly unusual: Unusual | undefined
  /** Bytes that are kept of each body. */
  readonly bodyBytesMax: number
  /** As much of the answer's body as is kept. */
  replyText: string | undefined
  /** The digest of a body that is kept no longer; undefined: it is kept. */
  droppedDigest: number | undefined

  constructor(fields: RecordFields) {
    this.command = fields.command
    this.operation = fields.operation
    this.credential = fields.credential
    this.arrivedMs = fields.arrivedMs
    this.durationMs = fields.durationMs
    this.connection = fields.connection
    this.requestBytes = fields.requestBytes
    this.status = fields.status
    this.outcome = fields.outcome
    this.reason = fields.reason
    this.decision = fields.decision
    this.optionsRead = fields.optionsRead
    this.replyBytes = fields.replyBytes
    this.ownHeaders = fields.ownHeaders
    this.unusual = fields.unusual
    this.bodyBytesMax = fields.bodyBytesMax
    this.replyText = fields.replyText
    this.droppedDigest = fields.droppedDigest
  }
}

/** What repeats itself where a client does: rows that follow each other share it. */
interface Repeated
  extends Omit<
      RecordFields,
      'command' | 'decision' | 'arrivedMs' | 'durationMs' | 'connection' | 'replyText'
    >,
    Pick<
      DecisionFacts,
      'countedBy' | 'absence' | 'quotaLimit' | 'storageLimit' | 'rateLimit' | 'ttlRaisedBy'
    > {}

const VALUES = COMMAND_VALUES + 3
const NUMBERS = COMMAND_NUMBERS + 6

/** Records as rows, which begin with that of their command. */
export const recordRow = (make: (fields: RecordFields) => MayBeRow): RowFormat => ({
  values: VALUES,
  numbers: NUMBERS,
  write(record: RecordFields & MayBeRow, row) {
    writeCommand(record.command, row, row.values[row.value - VALUES])
    writeRecord(record, row)
  },
  read: (row) => make(readRecord(row)),
})

function writeRecord(record: RecordFields, row: RowPlace): void {
  const { decision } = record
  const { values, numbers } = row
  const value = row.value + COMMAND_VALUES
  const number = row.number + COMMAND_NUMBERS
  values[value] = repeatedOf(record, values[value - VALUES] as Repeated | undefined)
  values[value + 1] = record.connection
  values[value + 2] = record.replyText
  numbers[number] = record.arrivedMs
  numbers[number + 1] = record.durationMs
  numbers[number + 2] = decision.quotaUsed ?? NONE
  numbers[number + 3] = decision.stored ?? NONE
  numbers[number + 4] = decision.storedAfter ?? NONE
  numbers[number + 5] = decision.rateUsed ?? NONE
}

function readRecord(row: RowPlace): RecordFields {
  const { values, numbers } = row
  const value = row.value + COMMAND_VALUES
  const number = row.number + COMMAND_NUMBERS
  const repeated = values[value] as Repeated
  const decision = new DecisionFacts()
  decision.quotaUsed = maybe(numbers[number + 2])
  decision.quotaLimit = repeated.quotaLimit
  decision.stored = maybe(numbers[number + 3])
  decision.storedAfter = maybe(numbers[number + 4])
  decision.storageLimit = repeated.storageLimit
  decision.rateUsed = maybe(numbers[number + 5])
  decision.rateLimit = repeated.rateLimit
  decision.ttlRaisedBy = repeated.ttlRaisedBy
  decision.countedBy = repeated.countedBy
  decision.absence = repeated.absence
  return {
    command: new RequestCommand(readCommand(row)),
    decision,
    connection: values[value + 1] as Connection | undefined,
    replyText: values[value + 2] as string | undefined,
    arrivedMs: numbers[number] as number,
    durationMs: numbers[number + 1] as number,
    operation: repeated.operation,
    credential: repeated.credential,
    requestBytes: repeated.requestBytes,
    status: repeated.status,
    outcome: repeated.outcome,
    reason: repeated.reason,
    optionsRead: repeated.optionsRead,
    replyBytes: repeated.replyBytes,
    ownHeaders: repeated.ownHeaders,
    unusual: repeated.unusual,
    bodyBytesMax: repeated.bodyBytesMax,
    droppedDigest: repeated.droppedDigest,
  }
}

function repeatedOf(record: RecordFields, before: Repeated | undefined): Repeated {
  const { decision } = record
  const isSame =
    before !== undefined &&
    before.operation === record.operation &&
    before.credential === record.credential &&
    before.requestBytes === record.requestBytes &&
    before.status === record.status &&
    before.outcome === record.outcome &&
    before.reason === record.reason &&
    before.optionsRead === record.optionsRead &&
    before.replyBytes === record.replyBytes &&
    before.ownHeaders === record.ownHeaders &&
    before.unusual === record.unusual &&
    before.bodyBytesMax === record.bodyBytesMax &&
    before.droppedDigest === record.droppedDigest &&
    before.countedBy === decision.countedBy &&
    before.absence === decision.absence &&
    before.quotaLimit === decision.quotaLimit &&
    before.storageLimit === decision.storageLimit &&
    before.rateLimit === decision.rateLimit &&
    before.ttlRaisedBy === decision.ttlRaisedBy
  if (isSame) return before
  return {
    operation: record.operation,
    credential: record.credential,
    requestBytes: record.requestBytes,
    status: record.status,
    outcome: record.outcome,
    reason: record.reason,
    optionsRead: record.optionsRead,
    replyBytes: record.replyBytes,
    ownHeaders: record.ownHeaders,
    unusual: record.unusual,
    bodyBytesMax: record.bodyBytesMax,
    droppedDigest: record.droppedDigest,
    countedBy: decision.countedBy,
    absence: decision.absence,
    quotaLimit: decision.quotaLimit,
    storageLimit: decision.storageLimit,
    rateLimit: decision.rateLimit,
    ttlRaisedBy: decision.ttlRaisedBy,
  }
}

/** In the place of a number that is not there. */
const NONE = Number.NaN

const maybe = (number: number | undefined): number | undefined =>
  number === undefined || Number.isNaN(number) ? undefined : number
