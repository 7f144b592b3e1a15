import type { Terminal } from '../terminal.js'
import type { Options } from './options.js'
import type { Given } from './values.js'

/** What was typed for a command. */
export interface CommandInput {
  /** Arguments that are no options. */
  readonly args: readonly string[]
  readonly given: Given
}

/** One command; parsing and help derive from it. */
export interface Command {
  /** Empty for the one that runs where none is named. */
  readonly name: string
  /** What stands behind the name, as cac writes it: `<…files>`; empty for nothing. */
  readonly args: string
  readonly help: string
  readonly options: Options
  /** Gives the exit status. */
  run(call: CommandInput, terminal: Terminal): Promise<number>
}
