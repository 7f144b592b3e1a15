import type { Children } from './children.js'
import type { Sampled } from './sample.js'
import type { Servers } from './servers.js'

/** The tools of a measurement. */
export interface Bench {
  readonly children: Children
  readonly servers: Servers
  /** The folder of the checkout. */
  readonly root: string
  /** A folder that is removed afterwards. */
  readonly scratch: string
  readonly isQuick: boolean
  /** More Node binaries, besides the one that runs this. */
  readonly nodes: readonly string[]
  /** Prints why something is not measured. */
  readonly note: (text: string) => void
}

/** One row of the report, or a few that are measured together. */
export interface Measurement {
  /** The name that `--only` takes. */
  readonly name: string
  /** Measured by --quick and --guard too. */
  readonly isQuick?: boolean
  measure(bench: Bench): Promise<Sampled[]>
}

/** Returns the numbers of n rounds, from 0 on. */
export const rounds = (count: number): number[] => Array.from({ length: count }, (_, round) => round)
