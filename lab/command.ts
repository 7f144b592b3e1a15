/** The command line loads this module on first use. */
export { conductCommand } from './command/conduct.js'
export { sweepCommand } from './command/sweep.js'
export { NotOfEmulator } from './conduct/archive.js'
export { SweepFailure } from './sweep/failure.js'
