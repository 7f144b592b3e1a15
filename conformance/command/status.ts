/** Exit status if a statement failed. */
export const FOUND_WRONG = 1
/** Exit status for wrong usage, or a service that doesn't answer. */
export const COULD_NOT_RUN = 2

/** The command can't run. The message says in one line what's wrong and what to do. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
