/** The requests to send, again and again, over many connections. */
export interface Load {
  /** Without a path. */
  readonly baseUrl: string
  /** Requested in turn, from the first to the last and from the beginning again. */
  readonly paths: readonly string[]
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How many connections are kept busy; left out, as many as the pool of a busy client holds. */
  readonly connections?: number
}

/** The result of a load. */
export interface LoadResult {
  readonly perSecond: number
  /** ms */
  readonly p50: number
  /** ms */
  readonly p99: number
  /** The number of answers that were not a success, and of requests without an answer. */
  readonly failures: number
}

/** A load generator. */
export interface LoadGenerator {
  readonly name: string
  /** Keeps the connections busy for some seconds. */
  run(load: Load, seconds: number): Promise<LoadResult>
}

/** Where a load says nothing else. */
export const CONNECTIONS = 64
