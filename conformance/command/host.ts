export interface HostOutput {
  /** True if it's a terminal, which can show colours. */
  readonly isTTY: boolean
  write(text: string): void
}

/** The process that the command runs in. Tests replace it. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: HostOutput
  readonly err: HostOutput
  readonly files: {
    /**
     * Creates or overwrites a file.
     *
     * @throws the system's error
     */
    replace(path: string, text: string): void
  }
  /** Returns Unix ms. */
  now(): number
  /** Calls `run` after a delay in ms. Returns a function that cancels it. */
  later(ms: number, run: () => void): () => void
  /** Calls back when the process receives a signal to stop. Returns a function that unsubscribes. */
  onStop(listener: () => void): () => void
}
