import { deniedText } from '../core/denied.js'
import { printableLines } from '../core/printable.js'
import { isTooManyFiles } from '../core/too-many-files.js'
import { COULD_NOT_RUN, FOUND_WRONG } from './failure.js'
import type { EmulatorLog } from './output/log.js'
import type { Terminal } from './terminal.js'

const MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']
const PART = /[\\/]dist[\\/][^\\/]+\.c?js$/

export function defectText(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  return printableLines(`Something unexpected went wrong: ${trace}\n${fixOf(error)}`)
}

function fixOf(error: unknown): string {
  const { code = '', path = '' } = Object(error) as Partial<NodeJS.ErrnoException>
  if (MISSING.includes(code) || (code === 'ENOENT' && PART.test(path))) {
    return 'A file of the package is missing: reinstall it, or run `npm run build` in a checkout.'
  }
  if (isTooManyFiles(error)) return 'Too many files are open: raise `ulimit -n`.'
  return 'This is a bug in tristore-emulator: please report it with these lines and what led to it.'
}

/** Time limit for stopping after a defect, in ms. */
const DEFECT_STOP_MS = 30_000

/**
 * Reports the first unexpected error and stops the command, because its state can no longer be trusted. The `status` is
 * the exit status to use, or 0 if there hasn't been an error.
 */
export function stopOnDefect(terminal: Terminal, log: EmulatorLog, stop: () => void) {
  let status = 0
  const release = terminal.onDefect((error) => {
    // Ignore any later errors, as they're probably caused by the first one.
    if (status !== 0) return
    const denied = deniedText(error)
    status = denied === undefined ? FOUND_WRONG : COULD_NOT_RUN
    log.problem(
      denied ?? `${defectText(error)}\nStopping; with --export-on-exit, the state is written first.`,
    )
    terminal.later(DEFECT_STOP_MS, () => terminal.exit(status))
    stop()
  })
  return {
    get status() {
      return status
    },
    release,
  }
}
