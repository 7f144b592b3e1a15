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
export interface CommandParts {
  readonly id: string
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
}

export const COMMAND_VALUES = 7
export const COMMAND_NUMBERS = 4

/** Commands as rows. */
export const commandRow = (make: (parts: CommandParts) => MayBeRow): RowFormat => ({
  values: COMMAND_VALUES,
  numbers: COMMAND_NUMBERS,
  write(command: CommandParts & MayBeRow, row) {
    writeCommand(command, row)
  },
  read: (row) => make(readCommand(row)),
})

/** Its id is kept as the number behind the r. */
export function writeCommand(command: CommandParts, { values, value, numbers, number }: RowPlace): void {
  values[value] = command.method
  values[value + 1] = command.target
  values[value + 2] = command.rawHeaders
  values[value + 3] = command.token
  values[value + 4] = command.holdEnd
  values[value + 5] = command.channel
  values[value + 6] = command.keptBody
  numbers[number] = Number(command.id.slice(1))
  numbers[number + 1] = command.at
  numbers[number + 2] = command.headersLength
  numbers[number + 3] = command.bodyIsTooLarge ? 1 : 0
}

export function readCommand({ values, value, numbers, number }: RowPlace): CommandParts {
  return {
    method: values[value] as string,
    target: values[value + 1] as string,
    rawHeaders: values[value + 2] as readonly string[],
    token: values[value + 3] as JudgedToken | undefined,
    holdEnd: values[value + 4] as HoldEnd | undefined,
    channel: values[value + 5] as Channel,
    keptBody: values[value + 6] as string | BodyBytes | undefined,
    id: `r${numbers[number]}`,
    at: numbers[number + 1] as number,
    headersLength: numbers[number + 2] as number,
    bodyIsTooLarge: numbers[number + 3] === 1,
  }
}
