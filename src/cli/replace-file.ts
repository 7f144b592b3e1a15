import {
  chmodSync,
  closeSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { chunksOf } from '../core/text-pieces.js'
import { systemCode } from '../server/start-error.js'
import type { FileText } from './terminal.js'
import { writePipe } from './write-pipe.js'

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
  text: FileText,
  rename: (from: string, to: string) => void = renameSync,
): void {
  const target = targetOf(path)
  const stats = statSync(target, { throwIfNoEntry: false })
  // A device or a pipe is written to, not replaced by a file.
  if (stats?.isFIFO() === true) {
    writePipe(target, chunksIn(text))
    return
  }
  if (stats !== undefined && !stats.isFile()) {
    writeText(target, text)
    return
  }
  // A rename is whole or not at all; it must not cross file systems.
  const temporary = `${target}.${process.pid}.tmp`
  try {
    writeText(temporary, text, stats?.mode)
    // The umask has taken from the mode.
    if (stats !== undefined) chmodSync(temporary, stats.mode)
    rename(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    // A file that is mounted by itself cannot be replaced, nor one in a folder that may not be written.
    if (stats === undefined || !IN_PLACE.includes(systemCode(error) ?? '')) throw error
    writeText(target, text)
  }
}

/** Text that is made while it is written may be longer than a string can be. */
const chunksIn = (text: FileText): Iterable<string> => (typeof text === 'string' ? [text] : chunksOf(text()))

function writeText(path: string, text: FileText, mode?: number): void {
  const file = openSync(path, 'w', mode)
  try {
    for (const chunk of chunksIn(text)) writeFileSync(file, chunk)
  } finally {
    closeSync(file)
  }
}

/** The file that a path stands for, through links, dangling ones too. */
export function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const link = linkAt(path)
    return link === undefined ? path : resolve(dirname(path), link)
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
