import { deniedText } from '../core/denied.js'
import { printableLines } from '../core/printable.js'
import { version } from '../package-files.js'
import { COULD_NOT_RUN, Failure, isForUser } from './failure.js'
import { parse } from './options/parse.js'
import type { Terminal } from './terminal.js'

/**
 * @param argv only the arguments, i.e. without the paths of Node and the script
 * @returns the exit status
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const invocation = parse(argv)
    if (invocation === 'version') terminal.out.write(`tristore-emulator ${version}\n`)
    else if ('call' in invocation) return await invocation.command.run(invocation.call, terminal)
    else (await import('./options/help.js')).printHelp(invocation.helpOn, invocation.showsAll)
    return 0
  } catch (error) {
    const message = isForUser(error) ? error.message : deniedText(error)
    if (message === undefined) throw error
    terminal.err.write(`${printableLines(message)}\n`)
    return error instanceof Failure ? error.status : COULD_NOT_RUN
  }
}
