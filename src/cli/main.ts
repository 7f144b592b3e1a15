import { defectText } from './defect.js'
import { COULD_NOT_RUN, FOUND_WRONG } from './failure.js'
import { processTerminal } from './process-terminal.js'
import { run } from './run.js'

const terminal = processTerminal()
// Node uses this status when nothing is left to wait for, such as a port that it was not allowed to open.
process.exitCode = COULD_NOT_RUN
run(process.argv.slice(2), terminal).then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    terminal.err.write(`${defectText(error)}\n`)
    process.exitCode = FOUND_WRONG
  },
)
