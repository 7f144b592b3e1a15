import type { Terminal } from '../terminal.js'
import type { Options } from './options.js'
import type { Given } from './values.js'

/** The arguments and options that a command was called with. */
export interface CommandInput {
  /** Arguments that are not options. */
  readonly args: readonly string[]
  readonly given: Given
  /** The command that is after `--`, as it was typed; empty unless this one runs another. */
  readonly command: readonly string[]
}

/** One command; parsing and help derive from it. */
export interface CliCommand {
  /** Empty for the one that runs if none is named. */
  readonly name: string
  /** The arguments after the name, as cac writes them: `<...FILE>`; empty for none. */
  readonly args: string
  readonly help: string
  readonly options: Options
  /** The options that its help shows; with --all, or without this list, it shows all. */
  readonly usual?: readonly string[]
  /** It runs another command, which is after `--`. */
  readonly runsCommand?: true
  /** Command lines for its help, each with what it is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[]
  /** Gives the exit status. */
  run(call: CommandInput, terminal: Terminal): Promise<number>
}
