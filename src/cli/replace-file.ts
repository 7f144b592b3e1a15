import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemCode } from '../server/start-error.js'

/** The errors of a rename after which a file may still be written in place. */
const IN_PLACE: readonly string[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS']

/**
 * Writes a file in place of one that may be there: whole or not at all, unless it can be written in place only. Links
 * are followed, and the mode of the file stays.
 *
 * @param rename puts a file in the place of another
 * @throws the system's error
 */
export function replaceFile(
  path: string,
  text: string,
  rename: (from: string, to: string) => void = renameSync,
): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) {
    writeStream(path, text)
    return
  }
  const target = targetOf(path)
  // A rename is whole or not at all; it must not cross file systems.
  let temporary: string | undefined
  try {
    const made = newFileBeside(target, stats?.mode)
    temporary = made.path
    writeText(made.file, text)
    // The umask has taken from the mode.
    if (stats !== undefined) chmodSync(temporary, stats.mode)
    rename(temporary, target)
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    // A file that is mounted by itself cannot be replaced, nor one in a folder that may not be written.
    if (stats === undefined || !IN_PLACE.includes(systemCode(error) ?? '')) throw error
    writeText(openSync(target, 'w'), text)
  }
}

/** Opens a file that nobody else has: two containers may share a folder, and the ids of their processes are the same. */
function newFileBeside(target: string, mode?: number): { readonly path: string; readonly file: number } {
  for (let number = 1; ; number++) {
    const path = `${target}.${process.pid}-${number}.tmp`
    try {
      return { path, file: openSync(path, 'wx', mode) }
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

/** @param file is closed */
function writeText(file: number, text: string): void {
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/**
 * Shows whether `replaceFile` is likely to work, and changes nothing.
 *
 * @throws the system's error; ENOTSUP for a folder such as /proc, in which no file can be made
 */
export function assertReplaceable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) throw openError('EISDIR')
  if (stats !== undefined) accessSync(path, constants.W_OK)
  if (stats?.isCharacterDevice() === true) assertDevice(path)
  // The reader of a pipe would take the end of a try for the end of the text.
  if (stats?.isFile() === false) return
  const target = targetOf(path)
  try {
    const made = newFileBeside(target)
    closeSync(made.file)
    rmSync(made.path)
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'ENOENT' && existsSync(dirname(target))) throw openError('ENOTSUP')
    if (stats === undefined || !IN_PLACE.includes(code)) throw error
  }
}

/** A device such as /dev/full refuses even nothing. @throws the system's error */
function assertDevice(path: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    writeSync(file, new Uint8Array())
  } finally {
    closeSync(file)
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
    const link = linkAt(path)
    return link === undefined ? path : targetOf(resolve(dirname(path), link))
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/**
 * Writes to a device or a pipe.
 *
 * @throws the system's error: ENXIO if nobody reads from a pipe
 */
function writeStream(path: string, text: string): void {
  // Without a reader an ordinary open waits for one without end, and hears no signal.
  const probe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    writeText(openSync(path, 'w'), text)
  } finally {
    closeSync(probe)
  }
}
