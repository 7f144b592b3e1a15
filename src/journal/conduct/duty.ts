import type { RequestRecord } from '../../api/record.js'
import type { Scope } from '../../contract/values.js'
import type { Retry } from './retries.js'

/** What a duty is judged by: the requests that the journal still has. */
export interface Run {
  /** Oldest first. */
  readonly records: readonly RequestRecord[]
  /** The retries that followed on each other, failure upon failure. */
  readonly chains: readonly (readonly Retry[])[]
  /** The scope of an API key of A and B; undefined where it is none, or none any more. */
  readonly scopeOf: (key: string) => Scope | undefined
}

/** A place where a run came to a duty. */
export interface Occasion {
  /** What was done wrong there, in a sentence; undefined: nothing. */
  readonly wrong?: string
  /** The requests that did. */
  readonly requests: readonly string[]
}

/** Something that the contract asks of clients, and how it is seen whether one does it. */
export interface Duty {
  readonly id: string
  /** In a sentence. */
  readonly duty: string
  /** Where the contract says it. */
  readonly section: string
  /** Where the run came to it, oldest first. */
  judge(run: Run): Iterable<Occasion>
}

/** How early a timer may fire, in ms: whoever waits for as long as was asked is on time. */
export const EARLY_MS = 2

/** Whole ms, for sentences. */
export const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
