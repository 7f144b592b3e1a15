import { processTerminal } from './process-terminal.js'
import { run } from './run.js'

/** The command line of the process that loads this. */
run(process.argv.slice(2), processTerminal()).then((status) => {
  process.exitCode = status
})
