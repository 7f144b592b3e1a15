/** It ran and found something wrong. */
export const FOUND_WRONG = 1
/** It could not run: wrong usage, a bad seed, a port in use. */
export const COULD_NOT_RUN = 2

/** A command ends without having done its work. The message says for a person what is wrong, and what to do. */
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

/** The code of a system error (ENOENT, EADDRINUSE, …); undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error
  return isSystemError && typeof error.code === 'string' ? error.code : undefined
}
