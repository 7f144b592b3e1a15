import { SeedProblems } from '../seed/text/problems.js'
import { StartError } from '../server/start-error.js'

/** It ran and found something wrong. */
export const FOUND_WRONG = 1
/** It couldn't run: wrong usage, a bad seed, a port in use. */
export const COULD_NOT_RUN = 2

/** Ends a command early. The message tells the user what is wrong and what to do. */
export class Failure extends Error {
  override readonly name = 'Failure'

  /** @param message one line, or complete lines such as a seed's problems */
  constructor(
    message: string,
    readonly status: number = COULD_NOT_RUN,
  ) {
    super(message)
  }
}

/** Errors whose message is meant for the user; any other error is a defect. */
export const isForUser = (error: unknown): error is Failure | SeedProblems | StartError =>
  error instanceof Failure || error instanceof SeedProblems || error instanceof StartError
