const CODES = ['EMFILE', 'ENFILE']

/** Whether the system opens no further file for now: no defect, and soon over. */
export const isTooManyFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(String(error.code))
