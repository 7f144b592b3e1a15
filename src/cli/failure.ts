import { SeedProblems } from '../seed/text/problems.js'
import { StartError } from '../server/start-error.js'

/** Exit status if the command ran but found something wrong. */
export const FOUND_WRONG = 1
/** Exit status if the command couldn't run, e.g. because of a usage error, an invalid seed or a port in use. */
export const COULD_NOT_RUN = 2

/** Thrown to end a command. The message tells the user what's wrong and what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure'

  /** @param message one or more complete lines, e.g. all problems in a seed */
  constructor(
    message: string,
    readonly status: number = COULD_NOT_RUN,
  ) {
    super(message)
  }
}

/** Any other error is a defect. */
export const isForUser = (error: unknown): error is Failure | SeedProblems | StartError =>
  error instanceof Failure || error instanceof SeedProblems || error instanceof StartError
