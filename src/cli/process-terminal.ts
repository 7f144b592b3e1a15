import { fstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { finished } from 'node:stream'
import { styleText } from 'node:util'
import { systemTime } from '../core/clock.js'
import { systemFiles } from '../server/named-files.js'
import { readInput } from '../server/read-file.js'
import { systemCode } from '../server/start-error.js'
import { COULD_NOT_RUN } from './failure.js'
import { type Files, type Output, STOP_SIGNALS, type Terminal } from './terminal.js'
import { assertReplaceable, createFile, replaceFile, unwritable } from './write-file.js'

/** Amount of text to buffer for a slow reader. Any further lines are dropped. */
const BACKLOG_CHARACTERS_MAX = 1024 * 1024

export function processTerminal(): Terminal {
  const err = outputTo(process.stderr, () => {})
  const out = outputTo(process.stdout, (dropped) => {
    err.write(`${dropped} lines of the output were dropped, since nobody read them\n`)
  })
  return {
    env: process.env,
    out,
    err,
    files,
    now: systemTime,
    later(ms, run) {
      const timer = setTimeout(run, ms).unref()
      return () => clearTimeout(timer)
    },
    onStop(listener) {
      for (const signal of STOP_SIGNALS) process.on(signal, listener)
      return () => {
        for (const signal of STOP_SIGNALS) process.off(signal, listener)
      }
    },
    onInputEnd(listener) {
      const { stdin } = process
      // Treat an error like the end of the input, since the other side must have gone away.
      const release = finished(stdin, listener)
      stdin.resume()
      return () => {
        release()
        // Otherwise it would keep the process running.
        stdin.destroy()
      }
    },
    // Load this on demand, because it takes a ms and most commands don't need it.
    runCommand: async (...given) => (await import('./run-command.js')).runCommand(...given),
    runQuietly: async (...given) => (await import('./run-command.js')).runQuietly(...given),
    onDefect(listener) {
      // This also reports unhandled rejections.
      process.on('uncaughtException', listener)
      return () => process.off('uncaughtException', listener)
    },
    exit: (status) => process.exit(status),
  }
}

/** Reports once that output was lost, e.g. because the disk is full, and sets the exit status to "could not run". */
function tellLost(error: unknown): void {
  // If the reader closes the pipe, it has probably seen enough.
  if (systemCode(error) === 'EPIPE' || hasReported) return
  hasReported = true
  process.stderr.write(`cannot write the output: ${unwritable(error, 'it')}\n`)
  process.on('exit', (status) => {
    if (status === 0) process.exitCode = COULD_NOT_RUN
  })
}

let hasReported = false

/** Checks if a stream is a file. For files, Node may write only part of the text without raising an error. */
function isFile({ fd }: NodeJS.WriteStream & { readonly fd: number }): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** Collects text until the next turn of the event loop, so that a busy log doesn't need a system call for each line. */
function outputTo(
  stream: NodeJS.WriteStream & { readonly fd: number },
  onDropped: (lines: number) => void,
): Output {
  let gathered = ''
  let dropped = 0
  const isInFile = isFile(stream)
  stream.on('error', tellLost)
  const flush = () => {
    const text = gathered
    gathered = ''
    if (text === '' || !stream.writable) return
    if (isInFile) {
      try {
        writeFileSync(stream.fd, text)
      } catch (error) {
        tellLost(error)
      }
      return
    }
    if (stream.writableLength > BACKLOG_CHARACTERS_MAX) {
      dropped += text.split('\n').length - 1
      return
    }
    stream.write(text)
    if (dropped > 0) onDropped(dropped)
    dropped = 0
  }
  process.on('exit', flush)
  return {
    isTTY: stream.isTTY === true,
    style: (emphasis, text) => styleText(emphasis, text, { stream }),
    get columns() {
      return stream.columns
    },
    write(text) {
      if (gathered === '') setImmediate(flush)
      gathered += text
    },
  }
}

const STANDARD_INPUT = '-'

const files: Files = {
  ...systemFiles,
  read: (path, stopping) =>
    path === STANDARD_INPUT ? readInput(process.stdin, stopping) : systemFiles.read(path, stopping),
  size: (path) => (path === STANDARD_INPUT ? 0 : systemFiles.size(path)),
  create: createFile,
  makeFolder: (path) => void mkdirSync(path, { recursive: true }),
  temporaryFolder: tmpdir(),
  assertWritable: assertReplaceable,
  remove: (path) => rmSync(path, { force: true }),
  replace: replaceFile,
  stamp(path) {
    try {
      const stats = statSync(path)
      return stats.isFile() ? `${stats.ino}/${stats.size}/${stats.mtimeMs}` : undefined
    } catch {
      return undefined
    }
  },
}
