import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { deniedText } from '../core/denied.js'
import { printable } from '../core/printable.js'
import { TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Files } from './terminal.js'

export function createFile(path: string, text: string): void {
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, text)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Errors after which it makes sense to try writing in place instead of renaming. */
const IN_PLACE: readonly string[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS']

/**
 * Implements `Files.replace`.
 *
 * @param rename moves a file, overwriting any existing one
 */
export function replaceFile(
  path: string,
  text: string,
  rename: (from: string, to: string) => void = renameSync,
): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) {
    // This fails with ENXIO if a pipe has no reader. A normal `open` would wait forever, and even ignore signals.
    const opened = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    try {
      writeFileSync(path, text)
    } finally {
      closeSync(opened)
    }
    return
  }
  const target = targetOf(path)
  try {
    withFolderBeside(target, (folder) => {
      const made = join(folder, 'new')
      writeFileSync(made, text, { mode: stats?.mode })
      // The umask may have removed some bits from the mode.
      if (stats !== undefined) chmodSync(made, stats.mode)
      rename(made, target)
    })
  } catch (error) {
    // Files that are mounted or in a read-only folder can't be replaced.
    if (stats === undefined || !IN_PLACE.includes(systemCode(error) ?? '')) throw error
    writeFileSync(target, text)
  }
}

/** Creates a temporary folder next to a file, because you can't rename a file across file systems. */
function withFolderBeside(target: string, use: (folder: string) => void): void {
  const folder = mkdtempSync(`${target}.`)
  try {
    use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Implements `Files.assertWritable`.
 *
 * @throws the system's error, or ENOTSUP for a folder such as `/proc` that doesn't support creating files
 */
export function assertReplaceable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw openError('EISDIR')
  if (stats !== undefined) accessSync(path, constants.W_OK)
  // Don't try this with a pipe, because its reader would see an end of file.
  if (stats?.isFile() === false) return
  const target = targetOf(path)
  try {
    withFolderBeside(target, () => {})
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'ENOENT' && existsSync(dirname(target))) throw openError('ENOTSUP')
    if (stats === undefined || !IN_PLACE.includes(code)) throw error
  }
}

const openError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'open' })

/**
 * Resolves links, even broken ones.
 *
 * @throws the system's error, e.g. ELOOP if the links are circular
 */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path
  }
}

/**
 * @param what describes the file's contents, e.g. "the time"
 * @throws Failure if the file can't be written
 */
export function assertWritable(what: string, path: string, files: Files): void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(unwritten(what, path, error))
  }
}

/** For example "cannot write the time to clock.txt: its disk is full". */
export const unwritten = (what: string, path: string, error: unknown): string =>
  `cannot write ${what} to ${printable(path)}: ${unwritable(error, path)}`

/** For example "its disk is full". */
export function unwritable(error: unknown, path: string): string {
  const code = systemCode(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no folder ${printable(dirname(path))}`
    case 'EACCES':
    case 'EPERM':
      return 'this user is not allowed to write there'
    case 'EEXIST':
      return 'a file with that name already exists'
    case 'EISDIR':
      return 'it is a folder; name a file in it'
    case 'ENOTSUP':
      return 'files cannot be created in that folder'
    case 'EROFS':
      return 'its file system is read-only'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full'
    case 'ENXIO':
      return 'nobody is reading from that pipe'
    case 'EMFILE':
    case 'ENFILE':
      return TOO_MANY_FILES_OPEN
    case 'ELOOP':
      return 'its links form a loop'
    default:
      return code ?? deniedText(error) ?? String(error)
  }
}
