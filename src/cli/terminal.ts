import type { NamedFiles } from '../server/named-files.js'

/** Emphasizes a text, if the output shows colours and FORCE_COLOR, NO_COLOR and TERM do not say otherwise. */
export type Style = (emphasis: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

/** A stream that lines are written to. */
export interface Output {
  readonly isTTY: boolean
  readonly style: Style
  /** How many characters fit on a line of the screen, at present; undefined if it is none. */
  readonly columns: number | undefined
  /** Takes text ending in a line feed. Never throws, and never waits for the reader. */
  write(text: string): void
}

/** The file system, as far as commands need it; each of these throws the system's error. */
export interface Files extends NamedFiles {
  /** Writes a file that does not exist yet: whole or not at all. */
  create(path: string, text: string): void
  /** Makes a folder, and those that it is in, if they are not there. */
  makeFolder(path: string): void
  /** Where files may be written that are needed for a while. */
  readonly temporaryFolder: string
  /** Shows whether `replace` is likely to work, and changes nothing. */
  assertWritable(path: string): void
  /** Removes a file; does nothing if it is not there. */
  remove(path: string): void
  /**
   * Writes a file in place of one that may be there: whole or not at all, unless it can be written in place
   * only. Links are followed, and the mode of the file stays.
   */
  replace(path: string, text: string): void
  /** A text that differs once the file was changed; undefined if there is no file to be seen. */
  stamp(path: string): string | undefined
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type StopSignal = (typeof STOP_SIGNALS)[number]

export type CommandLine = readonly [command: string, ...args: string[]]

/** How a command ended whose output nobody saw. */
export interface QuietRun {
  /** Its exit status; 128 and the number of the signal if one ended it. */
  readonly status: number
  /** The last of what it wrote to its output and its error output. */
  readonly output: string
}

/**
 * The process as commands see it: all of it comes in through here, so that they can be run without one. A listener is
 * called back until the function that its call returned is called.
 */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: Output
  readonly err: Output
  readonly files: Files
  now(): number
  /** Calls back after this many ms, and does not keep the process alive. */
  later(ms: number, listener: () => void): () => void
  onStop(listener: (signal: StopSignal) => void): () => void
  /**
   * Reads the standard input, drops what comes, and calls back once it has ended. One that is closed or that leads to
   * /dev/null ends at once.
   */
  onInputEnd(listener: () => void): () => void
  /**
   * Runs a command with the input and the output of this process, and hands it the signals that come in the
   * meantime. It does not outlive this process.
   *
   * @param end once aborted, ends the command by SIGTERM
   * @returns its exit status; 128 and the number of the signal if one ended it
   * @throws the system's error if it cannot be started
   */
  runCommand(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<number>
  /**
   * Runs a command without an input and keeps the end of its output.
   *
   * @param end once aborted, ends the command at once with all that it has started
   * @throws the system's error if it cannot be started
   */
  runQuietly(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<QuietRun>
  /** Calls back on errors that no code expected, which else end the process. */
  onDefect(listener: (error: unknown) => void): () => void
  exit(status: number): void
}

/** The status that a shell reports for a process that a signal ended. */
export const SIGNAL_STATUS: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export interface StopRequests {
  /** Resolves on the first request. A second SIGINT or SIGTERM ends the process at once. */
  readonly requested: Promise<void>
  /** Aborted on the first request. */
  readonly signal: AbortSignal
  /** The first signal that asked; undefined if none did. */
  readonly stoppedBy: () => StopSignal | undefined
  request(): void
  release(): void
}

/** Listens for requests to stop. */
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
    // Nobody's impatience: a closed terminal may send it twice, and systemd beside SIGTERM.
    if (signal === 'SIGHUP') return
    if (wasAsked) terminal.exit(SIGNAL_STATUS[signal])
    wasAsked = true
  })
  return { requested, signal: stopped, stoppedBy: () => stoppedBy, request, release }
}

/** The longest that timers and streams of a stopped emulator may keep the process alive, in ms. */
const LINGER_MS = 200

/** Ends the process with this status even if a delay of a fault, or a log without a reader, would keep it alive. */
export function exitSoon(terminal: Terminal, status: number): number {
  terminal.later(LINGER_MS, () => terminal.exit(status))
  return status
}
