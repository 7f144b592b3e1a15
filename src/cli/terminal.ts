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
