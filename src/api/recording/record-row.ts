import type { OperationId } from '../../contract/operations.js'
import type { MayBeRow, RowFormat, RowPlace } from '../../core/rows/rows.js'
import { DecisionFacts } from '../../domain/decision-facts.js'
import type { OptionsRead } from '../../domain/profile/tracked.js'
import type { Absence } from '../../domain/tombstones.js'
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
export interface RecordParts {
  /** As it came, or, once the bodies are dropped, the beginning of it. */
  readonly command: RequestCommand
  readonly operation: OperationId | null
  /** The API key as sent, or the token's owner claim. */
  readonly credential: string | null
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
  readonly replyText: string | undefined
  /** The digest of a body that is kept no longer; undefined: it is kept. */
  readonly droppedDigest: number | undefined
}

/** Records as rows, which begin with that of their command. */
export const recordRow = (make: (parts: RecordParts) => MayBeRow): RowFormat => ({
  values: COMMAND_VALUES + 11,
  numbers: COMMAND_NUMBERS + 15,
  write(record: RecordParts & MayBeRow, row) {
    writeRecord(record, row)
  },
  read: (row) => make(readRecord(row)),
})

function writeRecord(record: RecordParts, row: RowPlace): void {
  writeCommand(record.command, row)
  const { decision } = record
  const { values, numbers } = row
  const value = row.value + COMMAND_VALUES
  const number = row.number + COMMAND_NUMBERS
  values[value] = record.operation
  values[value + 1] = record.credential
  values[value + 2] = record.connection
  values[value + 3] = record.outcome
  values[value + 4] = record.reason
  values[value + 5] = record.optionsRead
  values[value + 6] = record.ownHeaders
  values[value + 7] = record.unusual
  values[value + 8] = record.replyText
  values[value + 9] = decision.countedBy
  values[value + 10] = decision.absence
  numbers[number] = record.arrivedMs
  numbers[number + 1] = record.durationMs
  numbers[number + 2] = record.requestBytes
  numbers[number + 3] = record.status ?? NONE
  numbers[number + 4] = record.replyBytes ?? NONE
  numbers[number + 5] = record.bodyBytesMax
  numbers[number + 6] = record.droppedDigest ?? NONE
  numbers[number + 7] = decision.quotaUsed ?? NONE
  numbers[number + 8] = decision.quotaLimit ?? NONE
  numbers[number + 9] = decision.stored ?? NONE
  numbers[number + 10] = decision.storedAfter ?? NONE
  numbers[number + 11] = decision.storageLimit ?? NONE
  numbers[number + 12] = decision.rateUsed ?? NONE
  numbers[number + 13] = decision.rateLimit ?? NONE
  numbers[number + 14] = decision.ttlRaisedBy ?? NONE
}

function readRecord(row: RowPlace): RecordParts {
  const { values, numbers } = row
  const value = row.value + COMMAND_VALUES
  const number = row.number + COMMAND_NUMBERS
  const decision = new DecisionFacts()
  decision.countedBy = values[value + 9] as string | undefined
  decision.absence = values[value + 10] as Absence | undefined
  decision.quotaUsed = maybe(numbers[number + 7])
  decision.quotaLimit = maybe(numbers[number + 8])
  decision.stored = maybe(numbers[number + 9])
  decision.storedAfter = maybe(numbers[number + 10])
  decision.storageLimit = maybe(numbers[number + 11])
  decision.rateUsed = maybe(numbers[number + 12])
  decision.rateLimit = maybe(numbers[number + 13])
  decision.ttlRaisedBy = maybe(numbers[number + 14])
  return {
    command: new RequestCommand(readCommand(row)),
    decision,
    operation: values[value] as OperationId | null,
    credential: values[value + 1] as string | null,
    connection: values[value + 2] as Connection | undefined,
    outcome: values[value + 3] as string,
    reason: values[value + 4] as string | undefined,
    optionsRead: values[value + 5] as OptionsRead,
    ownHeaders: values[value + 6] as Reply['headers'] | undefined,
    unusual: values[value + 7] as Unusual | undefined,
    replyText: values[value + 8] as string | undefined,
    arrivedMs: numbers[number] as number,
    durationMs: numbers[number + 1] as number,
    requestBytes: numbers[number + 2] as number,
    status: maybe(numbers[number + 3]) ?? null,
    replyBytes: maybe(numbers[number + 4]),
    bodyBytesMax: numbers[number + 5] as number,
    droppedDigest: maybe(numbers[number + 6]),
  }
}

/** In the place of a number that is not there. */
const NONE = Number.NaN

const maybe = (number: number | undefined): number | undefined =>
  number === undefined || Number.isNaN(number) ? undefined : number
