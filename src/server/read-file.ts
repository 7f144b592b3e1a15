import { constants as bufferConstants } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
// Imported from the module, since tests replace the global one by a fake.
import { setTimeout } from 'node:timers'
import { systemCode } from './start-error.js'

/** For this many ms what is not a file may give nothing, before it is given up. */
export const SILENCE_MS_MAX = 30_000
const WAIT_MS = 10
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const CHUNK_BYTES = 64 * 1024

/** How what is not a file is read. */
export interface StreamReading {
  /** Ends the reading, which then throws its reason. */
  readonly stopping?: AbortSignal | undefined
  /** Lets others work for this many ms. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * The text of a file, a pipe or a device. An ordinary read of a pipe that nobody writes to waits without end;
 * one of a device without an end fills the memory.
 *
 * @throws the system's error; ETIMEDOUT if nothing comes; ERR_STRING_TOO_LONG
 */
export async function readFile(path: string, how: StreamReading = {}): Promise<string> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const kind = fstatSync(file)
    if (kind.isFile() || kind.isDirectory()) return readFileSync(file, 'utf8')
    return await readStream(file, kind.isFIFO() && hasName(path), how)
  } finally {
    closeSync(file)
  }
}

/** Whether a pipe is in a folder; its writer may come later. */
function hasName(path: string): boolean {
  try {
    realpathSync.native(path)
    return true
  } catch {
    return false
  }
}

/** @param mayBegin whether nothing to read may mean that there is no writer yet */
async function readStream(
  file: number,
  mayBegin: boolean,
  { stopping, wait = pause }: StreamReading,
): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for (let silentMs = 0; ; silentMs += WAIT_MS) {
    const chunk = readChunk(file)
    if (chunk !== undefined && chunk.length > 0) {
      length += chunk.length
      if (length > bufferConstants.MAX_STRING_LENGTH) throw tooLong()
      chunks.push(chunk)
      silentMs = -WAIT_MS
      continue
    }
    if (chunk !== undefined && (length > 0 || !mayBegin)) return Buffer.concat(chunks).toString()
    if (silentMs >= SILENCE_MS_MAX)
      throw Object.assign(new Error('ETIMEDOUT: nothing to read'), { code: 'ETIMEDOUT', syscall: 'read' })
    await wait(WAIT_MS)
    stopping?.throwIfAborted()
  }
}

/** Thrown early for a device without an end. */
const tooLong = (): Error => Object.assign(new Error('no text is that long'), { code: 'ERR_STRING_TOO_LONG' })

/** What can be read now; nothing if there is no writer, undefined if he has written nothing so far. */
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
