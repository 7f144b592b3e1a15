import type { NamedFiles } from '../server/named-files.js'

/** Emphasizes text if the output has colours, and FORCE_COLOR, NO_COLOR and TERM agree. */
export type Style = (emphasis: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

export interface Output {
  readonly isTTY: boolean
  readonly style: Style
  /** The width of the screen at present; undefined if it isn't one. */
  readonly columns: number | undefined
  /** Takes text that ends in a line feed. Never throws, and never waits for the reader. */
  write(text: string): void
}

/** The file operations that commands need. Each throws the system's error. */
export interface Files extends NamedFiles {
  /** Writes a new file, completely or not at all. */
  create(path: string, text: string): void
  makeFolder(path: string): void
  readonly temporaryFolder: string
  /** Tests if `replace` would probably work, without changing anything. */
  assertWritable(path: string): void
  remove(path: string): void
  /**
   * Writes or overwrites a file, completely or not at all, unless it can only be written in place. Follows links, and
   * keeps the mode of the file.
   */
  replace(path: string, text: string): void
  /** Returns a text that changes with the file; undefined if no file is visible. */
  stamp(path: string): string | undefined
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type StopSignal = (typeof STOP_SIGNALS)[number]

export type CommandLine = readonly [command: string, ...args: string[]]

export interface QuietRun {
  /** Its exit status; 128 plus the signal's number if one ended it. */
  readonly status: number
  /** The last characters of stdout and stderr. */
  readonly output: string
}

/**
 * The process as commands see it; tests pass their own. Each listener is called until the function returned with it is
 * called.
 */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: Output
  readonly err: Output
  readonly files: Files
  now(): number
  /** Calls back after this many ms, without keeping the process alive. */
  later(ms: number, listener: () => void): () => void
  onStop(listener: (signal: StopSignal) => void): () => void
  /** Reads and drops standard input, and calls back when it ends. A closed one, or /dev/null, ends at once. */
  onInputEnd(listener: () => void): () => void
  /**
   * Runs a command with this process's input and output, and forwards signals to it. It doesn't outlive this process.
   *
   * @param end once aborted, ends the command by SIGTERM
   * @returns its exit status; 128 plus the signal's number if one ended it
   * @throws the system's error if it can't be started
   */
  runCommand(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<number>
  /**
   * Runs a command without input, and keeps the end of its output.
   *
   * @param end once aborted, ends the command with every process that it started
   * @throws the system's error if it can't be started
   */
  runQuietly(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<QuietRun>
  /** Calls back on unexpected errors, which would otherwise end the process. */
  onDefect(listener: (error: unknown) => void): () => void
  exit(status: number): void
}

/** The status that a shell reports for a process ended by a signal. */
export const SIGNAL_STATUS: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export interface StopRequests {
  /** Resolves at the first request. A second SIGINT or SIGTERM ends the process at once. */
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
    // These aren't a user's impatience: a closed terminal may send SIGHUP twice, and systemd sends it beside SIGTERM.
    if (signal === 'SIGHUP') return
    if (wasAsked) terminal.exit(SIGNAL_STATUS[signal])
    wasAsked = true
  })
  return { requested, signal: stopped, stoppedBy: () => stoppedBy, request, release }
}

/** The longest that timers and streams of a stopped emulator may keep the process alive, in ms. */
const LINGER_MS = 200

/** Ends the process even if a fault's delay, or a log that nobody reads, would keep it alive. */
export function exitSoon(terminal: Terminal, status: number): number {
  terminal.later(LINGER_MS, () => terminal.exit(status))
  return status
}
