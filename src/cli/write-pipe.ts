import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { systemCode } from '../server/start-error.js'

/** How often, and for how many ms each time, a reader of a pipe is waited for who is not there or does not read. */
const WAITS_MAX = 200
const WAIT_MS = 10

/**
 * Writes to a named pipe. Without a reader an ordinary write waits for one without end, and hears no signal in the meantime:
 * here it gives up after two seconds in which nobody reads.
 *
 * @param wait keeps the process waiting for this many ms
 * @throws the system's error: ENXIO if nobody reads, EAGAIN if the reader has stopped
 */
export function writePipe(path: string, text: string, wait: (ms: number) => void = sleep): void {
  const file = patiently(() => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK), 'ENXIO', wait)
  try {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(file, bytes, at), 'EAGAIN', wait)
  } finally {
    closeSync(file)
  }
}

/** Keeps the whole process waiting for this many real ms. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Tries again while it fails with this code. */
function patiently<T>(attempt: () => T, code: string, wait: (ms: number) => void): T {
  for (let waited = 0; ; waited++) {
    try {
      return attempt()
    } catch (error) {
      if (systemCode(error) !== code || waited >= WAITS_MAX) throw error
      wait(WAIT_MS)
    }
  }
}
