import { defectText } from './defect.js'
import { FOUND_WRONG } from './failure.js'
import { processTerminal } from './process-terminal.js'
import { run } from './run.js'

/** The command line of the process that loads this. */
const terminal = processTerminal()
run(process.argv.slice(2), terminal).then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    terminal.err.write(`${defectText(error)}\n`)
    process.exitCode = FOUND_WRONG
  },
)
