/** Exit status if a statement failed. */
export const FOUND_WRONG = 1
/** Exit status if the command was used incorrectly, or the service doesn't respond. */
export const COULD_NOT_RUN = 2

/** Thrown if the command can't run. The message is one line that says what's wrong and what to do about it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
