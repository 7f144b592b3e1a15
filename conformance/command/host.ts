/** A stream that lines are written to. */
export interface HostOutput {
  /** A screen, which shows colours. */
  readonly isTTY: boolean
  write(text: string): void
}

/** The process that the command runs in; tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: HostOutput
  readonly err: HostOutput
  readonly files: {
    /**
     * Writes or overwrites a file.
     *
     * @throws the system's error
     */
    replace(path: string, text: string): void
  }
  /** The machine's time, Unix ms. */
  now(): number
  /** Calls back after this many ms, unless the returned function is called. */
  later(ms: number, run: () => void): () => void
  /** Calls back on requests to stop, until the returned function is called. */
  onStop(listener: () => void): () => void
}
