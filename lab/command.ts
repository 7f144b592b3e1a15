/** What the command line loads when it is first asked for a part of the lab. */
export { conductCommand } from './command/conduct.js'
export { sweepCommand } from './command/sweep.js'
export { NotOfEmulator } from './conduct/archive.js'
export { SweepFailure } from './sweep/failure.js'
