import type { NamedFiles } from '../server/named-files.js'

/** Emphasizes text if the output supports colours, taking `FORCE_COLOR`, `NO_COLOR` and `TERM` into account. */
export type Style = (emphasis: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

export interface Output {
  readonly isTTY: boolean
  readonly style: Style
  /** The terminal's current width, or undefined if it isn't a terminal. */
  readonly columns: number | undefined
  /** Writes text, which must end with a line feed. Never throws, and never waits for the reader. */
  write(text: string): void
}

/** File operations needed by commands. They all throw the system's errors. */
export interface Files extends NamedFiles {
  /** If it fails, no incomplete file is left behind. */
  create(path: string, text: string): void
  makeFolder(path: string): void
  readonly temporaryFolder: string
  /** Throws if `replace` probably wouldn't work. Doesn't change anything. */
  assertWritable(path: string): void
  remove(path: string): void
  /**
   * Creates or overwrites a file atomically, unless the file can only be written in place. Follows links, and preserves
   * the file's mode.
   */
  replace(path: string, text: string): void
  /** Changes whenever the file does. Undefined if there's no such file. */
  stamp(path: string): string | undefined
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type StopSignal = (typeof STOP_SIGNALS)[number]

export type CommandLine = readonly [command: string, ...args: string[]]

export interface QuietRun {
  /** The exit status, or 128 plus the signal's number if the command was ended by one. */
  readonly status: number
  /** The end of the output, i.e. of stdout and stderr. */
  readonly output: string
}

/**
 * Gives commands access to the process. Tests use an implementation of their own. Functions that add a listener return
 * a function that removes it.
 */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: Output
  readonly err: Output
  readonly files: Files
  now(): number
  /** Doesn't keep the process running. */
  later(ms: number, listener: () => void): () => void
  onStop(listener: (signal: StopSignal) => void): () => void
  /** Discards standard input and calls back when it ends. That happens immediately if it's closed or /dev/null. */
  onInputEnd(listener: () => void): () => void
  /**
   * Runs a command with this process's input and output, and forwards signals to it. If this process is killed, the
   * command is terminated too.
   *
   * @param end sends SIGTERM to the command when aborted
   * @returns the exit status, or 128 plus the signal's number if the command was ended by one
   * @throws the system's error if the command can't be started
   */
  runCommand(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<number>
  /**
   * Runs a command without any input, and returns the end of its output.
   *
   * @param end ends the command and all processes that it started when aborted
   * @throws the system's error if the command can't be started
   */
  runQuietly(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<QuietRun>
  /** Calls back for unexpected errors, which would otherwise end the process. */
  onDefect(listener: (error: unknown) => void): () => void
  exit(status: number): void
}

/** 128 plus the signal's number, as shells report it. */
export const SIGNAL_STATUS: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export interface StopRequests {
  /** Resolves on the first request to stop. A second SIGINT or SIGTERM ends the process immediately. */
  readonly requested: Promise<void>
  readonly signal: AbortSignal
  readonly stoppedBy: () => StopSignal | undefined
  request(): void
  release(): void
}

export function stopRequests(terminal: Terminal): StopRequests {
  const stopping = new AbortController()
  const { signal: stopped } = stopping
  const requested = new Promise<void>((resolve) => {
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
  const request = () => stopping.abort()
  let stoppedBy: StopSignal | undefined
  let wasAsked = false
  const release = terminal.onStop((signal) => {
    stoppedBy ??= signal
    request()
    // Ignore repeated SIGHUPs. Closing a terminal may send two, and systemd sends one in addition to SIGTERM.
    if (signal === 'SIGHUP') return
    if (wasAsked) terminal.exit(SIGNAL_STATUS[signal])
    wasAsked = true
  })
  return { requested, signal: stopped, stoppedBy: () => stoppedBy, request, release }
}

/** Timers and streams may keep the process running for this long after the emulator has stopped, in ms. */
const LINGER_MS = 200

/** Makes sure that the process exits, even if there's a delayed response or nobody reads the log. */
export function exitSoon(terminal: Terminal, status: number): number {
  terminal.later(LINGER_MS, () => terminal.exit(status))
  return status
}
