import { dirname } from 'node:path'
import { deniedText } from '../core/denied.js'
import { printable } from '../core/printable.js'
import { TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { systemCode } from '../server/start-error.js'

/** Why a file cannot be written, from the system's error, in words for the person who named it. */
export function unwritable(error: unknown, path: string): string {
  const code = systemCode(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no folder ${printable(dirname(path))}`
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there'
    case 'EEXIST':
      return 'a file of that name is there'
    case 'EISDIR':
      return 'it is a folder; name a file in it'
    case 'ENOTSUP':
      return 'no file can be made in that folder'
    case 'EROFS':
      return 'its file system is read-only'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full'
    case 'ENXIO':
      return 'nobody reads from that pipe'
    case 'EMFILE':
    case 'ENFILE':
      return TOO_MANY_FILES_OPEN
    case 'ELOOP':
      return 'its links lead in a circle'
    default:
      return code ?? deniedText(error) ?? String(error)
  }
}
