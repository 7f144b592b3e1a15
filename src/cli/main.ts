import { defectText } from './defect.js'
import { COULD_NOT_RUN, FOUND_WRONG } from './failure.js'
import { processTerminal } from './process-terminal.js'
import { run } from './run.js'

const terminal = processTerminal()
// Node exits with this status if there's nothing left to wait for, e.g. if it wasn't allowed to open a port.
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
