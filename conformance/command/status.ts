/** It ran and found something wrong. */
export const FOUND_WRONG = 1
/** It could not run: wrong usage, or no service that answers. */
export const COULD_NOT_RUN = 2

/** The command cannot do its work. The message says in one line what is wrong and what to do. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
