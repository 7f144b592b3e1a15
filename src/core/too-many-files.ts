/** The system's codes for it. */
export const TOO_MANY_FILES: readonly string[] = ['EMFILE', 'ENFILE']

/** The words for it. */
export const TOO_MANY_FILES_OPEN = 'too many files are open (raise `ulimit -n`)'

/** Whether the system opens no further file for now: no defect, and soon over. */
export const isTooManyFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && TOO_MANY_FILES.includes(String(error.code))
