import { run } from './run.js'
import { processTerminal } from './terminal.js'

/** The command line of the process that loads this. */
run(process.argv.slice(2), processTerminal()).then((status) => {
  process.exitCode = status
})
