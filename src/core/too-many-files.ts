export const TOO_MANY_FILES: readonly string[] = ['EMFILE', 'ENFILE']

export const TOO_MANY_FILES_OPEN = 'too many files are open (raise `ulimit -n`)'

/** The system can't open any more files right now. That's not a bug, and it passes. */
export const isTooManyFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && TOO_MANY_FILES.includes(String(error.code))
