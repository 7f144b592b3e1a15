import type { Children } from './children.js'
import type { Sampled } from './sample.js'
import type { Servers } from './servers.js'

/** What a measurement works with. */
export interface Bench {
  readonly children: Children
  readonly servers: Servers
  /** Of the checkout. */
  readonly root: string
  /** A folder that is removed afterwards. */
  readonly scratch: string
  readonly isQuick: boolean
  /** Further Node binaries, beside the one that runs this. */
  readonly nodes: readonly string[]
  /** Tells why something is not measured. */
  readonly note: (text: string) => void
}

/** One row of the report, or a few that are measured together. */
export interface Measurement {
  /** For --only. */
  readonly name: string
  /** Measured by --quick and --guard too. */
  readonly isQuick?: boolean
  measure(bench: Bench): Promise<Sampled[]>
}

/** The numbers from 0 on: rounds. */
export const rounds = (count: number): number[] => Array.from({ length: count }, (_, round) => round)
