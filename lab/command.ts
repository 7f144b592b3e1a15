/** What the command line loads when it is first asked for a part of the lab. */
export { sweepCommand } from './command/sweep.js'
export { SweepFailure } from './sweep/failure.js'
