/** Why an emulator cannot start. */
export type StartErrorCode = 'invalid_option' | 'unreadable_file' | 'cannot_listen' | 'out_of_memory'

/** An emulator cannot start as it was asked to. The message says in one line what is wrong, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    readonly code: StartErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** The code of a system error (ENOENT, EADDRINUSE, …); undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  // A runner of tests may have an Error of its own beside that of Node.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error))
    return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
