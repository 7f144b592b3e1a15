import { printableLines } from '../core/printable.js'
import { isTooManyFiles } from '../core/too-many-files.js'

const MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']
/** The files of the package. */
const PART = /[\\/]dist[\\/][^\\/]+\.c?js$/

/** The lines about an error that no code expected, for the person who runs the command. */
export function defectText(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  return printableLines(`Something went wrong that should not: ${trace}\n${mendOf(error)}`)
}

function mendOf(error: unknown): string {
  const { code = '', path = '' } = Object(error) as Partial<NodeJS.ErrnoException>
  if (MISSING.includes(code) || (code === 'ENOENT' && PART.test(path))) {
    return 'A file of the package is gone: install it again, or run `npm run build` in a checkout.'
  }
  if (isTooManyFiles(error)) return 'Too many files are open: raise `ulimit -n`.'
  return 'This is a defect of tristore-emulator: please report it with these lines and what led to them.'
}
