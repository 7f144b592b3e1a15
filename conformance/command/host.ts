export interface HostOutput {
  /** True for a terminal, which can show colours. */
  readonly isTTY: boolean
  write(text: string): void
}

/** The process that the command runs in; tests replace it. */
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
  /** Unix ms. */
  now(): number
  /** Calls back after some ms. Returns a function that cancels. */
  later(ms: number, run: () => void): () => void
  /** Calls back on requests to stop (signals). Returns a function that unsubscribes. */
  onStop(listener: () => void): () => void
}
