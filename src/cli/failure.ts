/** It ran and found something wrong. */
export const FOUND_WRONG = 1
/** It could not run: wrong usage, a bad seed, a port in use. */
export const COULD_NOT_RUN = 2

/** Why a command ends without having done its work, for the person who called it: what is wrong and how to mend it. */
export class Failure extends Error {
  override readonly name = 'Failure'

  /** @param message one line, or lines that stand on their own such as a seed's problems */
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
