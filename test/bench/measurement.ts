import type { Children } from './children.js'
import type { Sampled } from './sample.js'
import type { Servers } from './servers.js'

export interface Bench {
  readonly children: Children
  readonly servers: Servers
  /** The folder of the checkout. */
  readonly root: string
  /** A folder that is removed after the run. */
  readonly scratch: string
  readonly isQuick: boolean
  /** Other Node binaries to compare. */
  readonly nodes: readonly string[]
  /** Prints why something isn't measured. */
  readonly note: (text: string) => void
}

/** One row of the report, or a few rows that are measured together. */
export interface Measurement {
  readonly name: string
  /** Also measured by --quick and --guard. */
  readonly isQuick?: boolean
  measure(bench: Bench): Promise<Sampled[]>
}

export const rounds = (count: number): number[] => Array.from({ length: count }, (_, round) => round)
