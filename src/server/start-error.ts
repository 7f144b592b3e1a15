export type StartErrorCode = 'invalid_option' | 'unreadable_file' | 'cannot_listen' | 'out_of_memory'

/** The message says in one line what's wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    readonly code: StartErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** For example `ENOENT`. Undefined if it isn't a system error. */
export function systemCode(error: unknown): string | undefined {
  // Don't use `instanceof`, as test runners may have an `Error` of their own.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error))
    return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
