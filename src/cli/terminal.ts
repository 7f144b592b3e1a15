import { readdirSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { systemTime } from '../core/clock.js'

/** Where lines are written. */
export interface Output {
  /** Whether a person looks at it, so that colour helps. */
  readonly isTTY: boolean
  /** Takes text ending in a line feed. Never throws, and never waits for the reader. */
  write(text: string): void
}

/** The file system, as far as commands need it. */
export interface Files {
  /** @throws the system's error */
  read(path: string): string
  /**
   * Writes a file that does not exist yet.
   *
   * @throws the system's error
   */
  create(path: string, text: string): void
  /**
   * Writes a file whole or not at all, in place of one that may be there.
   *
   * @throws the system's error
   */
  replace(path: string, text: string): void
  /**
   * The names in a folder.
   *
   * @throws the system's error
   */
  list(folder: string): readonly string[]
  /** Something that differs once the file was changed; undefined where none can be seen. */
  stamp(path: string): string | undefined
  /** Tells of changes in a folder until the returned function is called; where it cannot, it tells of nothing. */
  watch(folder: string, onChange: () => void): () => void
}

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** The process as commands see it: all of it comes in through here, so that they can be run without one. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: Output
  readonly err: Output
  readonly files: Files
  /** The machine's time in ms. */
  now(): number
  /** Calls back after so many ms; the returned function calls it off. A call to come does not keep the process alive. */
  later(ms: number, run: () => void): () => void
  /** Tells of requests to stop until the returned function is called. */
  onStop(listener: (signal: StopSignal) => void): () => void
  /** Ends the process at once. */
  exit(status: number): void
}

/** Text that waits for a reader who does not read; beyond it, lines are dropped rather than kept or waited for. */
const BACKLOG_CHARACTERS_MAX = 1024 * 1024

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM']

/** The process that this runs in. */
export function processTerminal(): Terminal {
  const err = outputTo(process.stderr, () => {})
  const out = outputTo(process.stdout, (dropped) => {
    err.write(`${dropped} lines of the output were dropped, since nobody read them\n`)
  })
  return {
    env: process.env,
    out,
    err,
    files: systemFiles,
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
    exit: (status) => process.exit(status),
  }
}

/** Gathers what is written in one turn of the event loop: a busy request log costs one system call for many lines. */
function outputTo(stream: NodeJS.WriteStream, onDropped: (lines: number) => void): Output {
  let gathered = ''
  let dropped = 0
  // Whoever read it went away (EPIPE): no reason to end.
  stream.on('error', () => {})
  const flush = () => {
    const text = gathered
    gathered = ''
    if (text === '' || !stream.writable) return
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
    write(text) {
      if (gathered === '') setImmediate(flush)
      gathered += text
    },
  }
}

const systemFiles: Files = {
  read: (path) => readFileSync(path, 'utf8'),
  create: (path, text) => writeFileSync(path, text, { flag: 'wx' }),
  replace(path, text) {
    // A rename is whole or not at all; it must not cross file systems.
    const temporary = `${path}.${process.pid}.tmp`
    try {
      writeFileSync(temporary, text)
      renameSync(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  },
  list: (folder) => readdirSync(folder),
  stamp(path) {
    try {
      const { ino, size, mtimeMs } = statSync(path)
      return `${ino}/${size}/${mtimeMs}`
    } catch {
      return undefined
    }
  },
  watch(folder, onChange) {
    try {
      const watcher = watch(folder, { persistent: false }, onChange)
      // Folders vanish, and network drives end watches: who watches looks by itself now and then.
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      return () => {}
    }
  },
}

/** What a shell reports of a process that a signal ended. */
const STATUS: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 }

/** Waits for the first request to stop; whoever asks a second time gets it at once. */
export function stopRequests(terminal: Terminal): { requested: Promise<void>; release: () => void } {
  let release = () => {}
  const requested = new Promise<void>((resolve) => {
    let wasAsked = false
    release = terminal.onStop((signal) => {
      if (wasAsked) terminal.exit(STATUS[signal])
      wasAsked = true
      resolve()
    })
  })
  return { requested, release }
}
