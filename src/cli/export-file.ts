import { basename, dirname } from 'node:path'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Files } from './terminal.js'

/**
 * Finds out whether a file can be written once the emulator stops: by then it is too late to name another.
 *
 * @throws Failure
 */
export function assertExportable(path: string, files: Files): void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(`cannot write the state to ${path}: ${reasonOf(error, path)}`)
  }
}

/**
 * Writes the state, beside the file or into the temporary folder where it cannot be written any more.
 *
 * @throws Failure that says where the state is
 */
export function exportTo(path: string, text: string, files: Files): void {
  try {
    files.replace(path, text)
  } catch (error) {
    const reason = `cannot write the state to ${path}: ${reasonOf(error, path)}`
    const saved = savedElsewhere(path, text, files)
    throw new Failure(saved === undefined ? `${reason}; it is lost` : `${reason}; it is in ${saved}`)
  }
}

function savedElsewhere(path: string, text: string, files: Files): string | undefined {
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

function reasonOf(error: unknown, path: string): string {
  const code = systemCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(path)}`
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there'
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  if (code === 'EROFS') return 'its file system is read-only'
  return code ?? String(error)
}
