import { version } from '../package-files.js'
import { SeedProblems } from '../seed/text/problems.js'
import { COULD_NOT_RUN, Failure } from './failure.js'
import { helpText } from './options/help.js'
import { commonOptions } from './options/options.js'
import { parse } from './options/parse.js'
import { readValues } from './options/values.js'
import type { Terminal } from './terminal.js'

/**
 * Runs the command line.
 *
 * @param argv the arguments alone, without node and script
 * @returns the exit status
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { command, call } = parse(argv)
    const common = readValues(commonOptions, call.given, {})
    if (common.help === true) return print(helpText(command), terminal)
    if (common.version === true) return print(`tristore-emulator ${version}\n`, terminal)
    return await command.run(call, terminal)
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof SeedProblems)) throw error
    terminal.err.write(`${error.message}\n`)
    return error instanceof Failure ? error.status : COULD_NOT_RUN
  }
}

function print(text: string, { out }: Terminal): number {
  out.write(text)
  return 0
}
