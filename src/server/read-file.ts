import { constants as bufferConstants } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
// Not the global `setTimeout`, because tests replace that with a fake one.
import { setTimeout } from 'node:timers/promises'
import { decodeUtf8 } from '../seed/text/decode-utf8.js'
import { systemCode } from './start-error.js'

const WAIT_MS = 10
const CHUNK_BYTES = 64 * 1024

/**
 * Reads text from a file, pipe or device. `fs.readFile` isn't enough: on a pipe that nobody writes to, it would block
 * and even ignore signals, and on an endless device, it would run out of memory.
 *
 * @param stopping aborts waiting for a pipe's writer
 * @throws NotUtf8; the system's error; `ENODATA` for an empty pipe; `ERR_STRING_TOO_LONG`; the reason of `stopping`
 */
export async function readFile(path: string, stopping?: AbortSignal): Promise<string> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const kind = fstatSync(file)
    if (kind.isFile() || kind.isDirectory()) return decodeUtf8(readFileSync(file))
    const text = await textOf(chunksOf(file, stopping))
    if (text === '' && kind.isFIFO()) throw readError('ENODATA')
    return text
  } finally {
    closeSync(file)
  }
}

/**
 * Reads text from a stream. Standard input needs this, as it may be a socket, which can't be opened like a file.
 *
 * @throws NotUtf8; the reason of `stopping`; `ERR_STRING_TOO_LONG`
 */
export async function readInput(input: Readable, stopping?: AbortSignal): Promise<string> {
  try {
    return await textOf(stopping === undefined ? input : addAbortSignal(stopping, input))
  } catch (error) {
    stopping?.throwIfAborted()
    throw error
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    // Don't wait for the end, since an endless device never gets there.
    if (length > bufferConstants.MAX_STRING_LENGTH) throw readError('ERR_STRING_TOO_LONG')
    kept.push(chunk)
  }
  return decodeUtf8(Buffer.concat(kept))
}

async function* chunksOf(file: number, stopping?: AbortSignal): AsyncIterable<Uint8Array> {
  for (;;) {
    const chunk = readChunk(file)
    if (chunk?.length === 0) return
    if (chunk !== undefined) yield chunk
    else {
      await setTimeout(WAIT_MS)
      stopping?.throwIfAborted()
    }
  }
}

const readError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'read' })

/** Returns the available bytes, or an empty buffer at the end of the file. Undefined if more may come later. */
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
