import { basename } from 'node:path'
import { Failure } from './failure.js'
import type { Files, FileText } from './terminal.js'
import { unwritable } from './unwritable.js'

/**
 * Finds out whether a file can be written once the emulator stops: by then it is too late to name another.
 *
 * @throws Failure
 */
export function assertExportable(path: string, files: Files): void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(`cannot write the state to ${path}: ${unwritable(error, path)}`)
  }
}

/**
 * Writes the state, beside the file or into the temporary folder where it cannot be written any more.
 *
 * @throws Failure that says where the state is
 */
export function exportTo(path: string, text: FileText, files: Files): void {
  try {
    files.replace(path, text)
  } catch (error) {
    const reason = `cannot write the state to ${path}: ${unwritable(error, path)}`
    const saved = savedElsewhere(path, text, files)
    throw new Failure(saved === undefined ? `${reason}; it is lost` : `${reason}; it is in ${saved}`)
  }
}

function savedElsewhere(path: string, text: FileText, files: Files): string | undefined {
  for (const place of [`${path}.saved`, `${files.temporaryFolder}/${basename(path)}.saved`]) {
    try {
      files.replace(place, text)
      return place
    } catch {
      // The next place may do.
    }
  }
  return undefined
}
