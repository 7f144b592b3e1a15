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
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { deniedText } from '../core/denied.js'
import { printable } from '../core/printable.js'
import { TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Files } from './terminal.js'

/** Files.create of a real process. */
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

/** The errors of a rename after which a file may still be written in place. */
const IN_PLACE: readonly string[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS']

/**
 * Files.replace of a real process.
 *
 * @param rename puts a file in the place of another
 */
export function replaceFile(
  path: string,
  text: string,
  rename: (from: string, to: string) => void = renameSync,
): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) {
    // Without a reader an ordinary open of a pipe waits for one without end, and hears no signal.
    withStream(path, () => writeFileSync(path, text))
    return
  }
  const target = targetOf(path)
  try {
    withFolderBeside(target, (folder) => {
      const made = join(folder, 'new')
      writeFileSync(made, text, { mode: stats?.mode })
      // The umask has taken from the mode.
      if (stats !== undefined) chmodSync(made, stats.mode)
      rename(made, target)
    })
  } catch (error) {
    // A file that is mounted by itself cannot be replaced, nor one in a folder that may not be written.
    if (stats === undefined || !IN_PLACE.includes(systemCode(error) ?? '')) throw error
    writeFileSync(target, text)
  }
}

/** Makes a folder of a name that nobody else has, on the same file system: a rename must not cross to another. */
function withFolderBeside(target: string, use: (folder: string) => void): void {
  const folder = mkdtempSync(`${target}.`)
  try {
    use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Files.assertWritable of a real process.
 *
 * @throws the system's error; ENOTSUP for a folder such as /proc, in which no file can be made
 */
export function assertReplaceable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw openError('EISDIR')
  if (stats !== undefined) accessSync(path, constants.W_OK)
  // A device such as /dev/full refuses even nothing.
  if (stats?.isCharacterDevice() === true) withStream(path, (file) => writeSync(file, new Uint8Array()))
  // The reader of a pipe would take the end of a try for the end of the text.
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
 * The file that a path leads to, through links, dangling ones too.
 *
 * @throws the system's error: ELOOP if they lead in a circle
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

/** Opens a device or a pipe. @throws the system's error: ENXIO if nobody reads from a pipe */
function withStream(path: string, use: (file: number) => void): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}

/** @param what such as "the time" @throws Failure if it cannot be written there */
export function assertWritable(what: string, path: string, files: Files): void {
  try {
    files.assertWritable(path)
  } catch (error) {
    throw new Failure(unwritten(what, path, error))
  }
}

/** "cannot write the time to clock.txt: its disk is full". */
export const unwritten = (what: string, path: string, error: unknown): string =>
  `cannot write ${what} to ${printable(path)}: ${unwritable(error, path)}`

/** Returns why a file cannot be written, from the system's error, in words for the person who named it. */
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
