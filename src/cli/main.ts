import { processTerminal } from './process-terminal.js'
import { run } from './run.js'

/** The command line of the process that loads this. */
process.exitCode = await run(process.argv.slice(2), processTerminal())
