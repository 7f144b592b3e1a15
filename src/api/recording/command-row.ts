import type { MayBeRow, RowFormat, RowPlace } from '../../core/rows/rows.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { JudgedToken } from '../identity.js'
import type { BodyBytes, OtherAddressOf } from '../message.js'

/** What hardly ever differs from one request to the next, which then share it. */
export interface Channel {
  readonly httpVersion: string
  readonly origin: string
  readonly prefix: string
  readonly otherAddressOf: OtherAddressOf | undefined
}

/** What a command is made of. */
export class CommandFields {
  /** The one in its id. */
  readonly number: number
  readonly at: number
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  /** Characters of all headers. */
  readonly headersLength: number
  readonly bodyIsTooLarge: boolean
  readonly token: JudgedToken | undefined
  /** It was held, is in the log from its arrival, and here that ends. */
  readonly holdEnd: HoldEnd | undefined
  /** Shared with the request before where it is equal. */
  readonly channel: Channel
  /** The whole body: bytes where it is long, or no text. */
  readonly keptBody: string | BodyBytes | undefined

  constructor(fields: CommandFields) {
    this.number = fields.number
    this.at = fields.at
    this.method = fields.method
    this.target = fields.target
    this.rawHeaders = fields.rawHeaders
    this.headersLength = fields.headersLength
    this.bodyIsTooLarge = fields.bodyIsTooLarge
    this.token = fields.token
    this.holdEnd = fields.holdEnd
    this.channel = fields.channel
    this.keptBody = fields.keptBody
  }
}

/** What clients repeat from one request to the next: rows that follow each other share it. */
type Repeated = Omit<CommandFields, 'number' | 'at' | 'target' | 'keptBody'>

export const COMMAND_VALUES = 3
export const COMMAND_NUMBERS = 2

/** Commands as rows. */
export const commandRow = (make: (fields: CommandFields) => MayBeRow): RowFormat => ({
  values: COMMAND_VALUES,
  numbers: COMMAND_NUMBERS,
  write(command: CommandFields & MayBeRow, row) {
    writeCommand(command, row, row.values[row.value - COMMAND_VALUES])
  },
  read: (row) => make(readCommand(row)),
})

/**
 * @param before what the row before has in its first slot; undefined where there is none
 */
export function writeCommand(command: CommandFields, row: RowPlace, before: unknown): void {
  const { values, value, numbers, number } = row
  values[value] = repeatedOf(command, before as Repeated | undefined)
  values[value + 1] = command.target
  values[value + 2] = command.keptBody
  numbers[number] = command.number
  numbers[number + 1] = command.at
}

export function readCommand({ values, value, numbers, number }: RowPlace): CommandFields {
  const { method, rawHeaders, headersLength, bodyIsTooLarge, token, holdEnd, channel } = values[
    value
  ] as Repeated
  return {
    number: numbers[number] as number,
    at: numbers[number + 1] as number,
    method,
    target: values[value + 1] as string,
    rawHeaders,
    headersLength,
    bodyIsTooLarge,
    token,
    holdEnd,
    channel,
    keptBody: values[value + 2] as string | BodyBytes | undefined,
  }
}

function repeatedOf(command: CommandFields, before: Repeated | undefined): Repeated {
  const { method, rawHeaders, headersLength, bodyIsTooLarge, token, holdEnd, channel } = command
  const isSame =
    before?.method === method &&
    before.rawHeaders === rawHeaders &&
    before.headersLength === headersLength &&
    before.bodyIsTooLarge === bodyIsTooLarge &&
    before.token === token &&
    before.holdEnd === holdEnd &&
    before.channel === channel
  return isSame ? before : { method, rawHeaders, headersLength, bodyIsTooLarge, token, holdEnd, channel }
}
