export type StartErrorCode = 'invalid_option' | 'unreadable_file' | 'cannot_listen' | 'out_of_memory'

/** An emulator can't start with its options. The message is one line: what is wrong, and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    readonly code: StartErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** Returns the code of a system error, such as ENOENT; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  // Not `instanceof`: test runners have their own Error besides Node's.
  if (typeof error !== 'object' || error === null || !('syscall' in error) || !('code' in error))
    return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
