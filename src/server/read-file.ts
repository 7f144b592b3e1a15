import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { sleep } from './sleep.js'
import { systemCode } from './start-error.js'

/** For so many ms what is no file may give nothing, before it is given up: no signal is heard meanwhile. */
export const SILENCE_MS_MAX = 30_000
const WAIT_MS = 10
const CHUNK_BYTES = 64 * 1024

/**
 * The text of a file, a pipe or a device. An ordinary read of a pipe that nobody writes to waits without end, and hears
 * no signal; one of a device without an end fills the memory.
 *
 * @param onRead is told the bytes so far of what is no file, whose size nobody knows ahead; what it throws ends the reading
 * @param wait keeps the process waiting for so many ms
 * @throws the system's error; ETIMEDOUT where nothing comes
 */
export function readFile(
  path: string,
  onRead: (bytes: number) => void = () => {},
  wait: (ms: number) => void = sleep,
): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const kind = fstatSync(file)
    if (kind.isFile() || kind.isDirectory()) return readFileSync(file, 'utf8')
    return readStream(file, kind.isFIFO() && hasName(path), onRead, wait)
  } finally {
    closeSync(file)
  }
}

/** Whether a pipe lies in a folder, where its writer may come later. */
function hasName(path: string): boolean {
  try {
    realpathSync.native(path)
    return true
  } catch {
    return false
  }
}

/** @param mayBegin whether nothing to read may mean that there is no writer yet */
function readStream(
  file: number,
  mayBegin: boolean,
  onRead: (bytes: number) => void,
  wait: (ms: number) => void,
): string {
  const chunks: Buffer[] = []
  let length = 0
  for (let silentMs = 0; ; silentMs += WAIT_MS) {
    const chunk = readChunk(file)
    if (chunk !== undefined && chunk.length > 0) {
      length += chunk.length
      onRead(length)
      chunks.push(chunk)
      silentMs = -WAIT_MS
      continue
    }
    if (chunk !== undefined && (length > 0 || !mayBegin)) return Buffer.concat(chunks).toString()
    if (silentMs >= SILENCE_MS_MAX)
      throw Object.assign(new Error('ETIMEDOUT: nothing to read'), { code: 'ETIMEDOUT', syscall: 'read' })
    wait(WAIT_MS)
  }
}

/** What can be read now; nothing where there is no writer, undefined where he has written nothing so far. */
function readChunk(file: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    const read = readSync(file, bytes)
    return read < CHUNK_BYTES / 2 ? Buffer.from(bytes.subarray(0, read)) : bytes.subarray(0, read)
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') return undefined
    throw error
  }
}
