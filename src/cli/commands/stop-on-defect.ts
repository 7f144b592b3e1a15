import { deniedText } from '../../core/denied.js'
import { defectText } from '../defect.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import type { EmulatorLog } from '../output/log.js'
import type { Terminal } from '../terminal.js'

/** How long the stop after a defect may take, ms. */
const DEFECT_STOP_MS = 30_000

/** What became of a command by errors that no code expected. */
export interface DefectWatch {
  /** The exit status that they ask for; 0 if there were none. */
  readonly status: number
  release(): void
}

/**
 * Reports the first error that no code expected, and stops the command: its state is not to be trusted any
 * more.
 */
export function stopOnDefect(terminal: Terminal, log: EmulatorLog, stop: () => void): DefectWatch {
  let status = 0
  const release = terminal.onDefect((error) => {
    // Errors that follow from the first defect say nothing new.
    if (status !== 0) return
    const denied = deniedText(error)
    status = denied === undefined ? FOUND_WRONG : COULD_NOT_RUN
    log.problem(
      denied ??
        `${defectText(error)}\nStopping; the state is written first where --export-on-exit asks for it.`,
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
