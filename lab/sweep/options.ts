import type { FaultInput, WorldClient } from 'tristore-emulator'
import type { KeepBundle } from '../bundle-file.js'

/**
 * The code to sweep, e.g. a test's body. Each call gets its own world.
 *
 * @example
 * const run: Swept = async (world) => { await checkout(world.baseUrl) }
 */
export type Swept = (world: WorldClient, call: SweptCall) => unknown

/**
 * The second argument that swept code is called with.
 *
 * @example
 * await sweep(emulator, (world, { signal }) => checkout(world.baseUrl, { signal }))
 */
export interface SweptCall {
  /** Aborted at the call's time limit, so that you can stop anything you've started. */
  readonly signal: AbortSignal
}

export const SWEPT_FAULT = 'sweep'

/**
 * A kind of boundary: an entry's expiry, the end of a token, month or rate limit window, or the last unit of a quota or
 * storage.
 *
 * @example
 * const edges: EdgeName[] = ['expiry', 'month']
 */
export type EdgeName = (typeof EDGES)[number]

export const EDGES = ['expiry', 'token', 'month', 'window', 'quota', 'storage'] as const

/**
 * A predefined fault, e.g. a status such as "503", a kind of broken connection, or "lost".
 *
 * @example
 * const faults: FaultName[] = ['503', 'truncate', 'lost']
 */
export type FaultName = '503' | '429' | 'reset' | 'lost' | (string & {})

/**
 * A fault of your own, with a name.
 *
 * @example
 * const slow: NamedFault = { name: 'slow', delay: '50ms' }
 */
export interface NamedFault extends Omit<FaultInput, 'id' | 'match' | 'after' | 'times'> {
  readonly name: string
}

/**
 * An outcome that you can accept.
 *
 * @example
 * const allow: Record<string, Allowable> = { 'documents.create lost': 'differs' }
 */
export type Allowable = (typeof ALLOWABLE)[number]

export const ALLOWABLE = ['failed', 'differs'] as const

/**
 * Options for a sweep. By default, `faults`, `gaps` and `edges` are all swept. If you set one of them, the others are
 * left out.
 *
 * @example
 * const options: SweepOptions = { faults: ['503', 'lost'], allow: { 'documents.create lost': 'differs' } }
 */
export interface SweepOptions {
  /** A list of faults, or true for lost, 503, 429 with Retry-After 1, and reset. */
  readonly faults?: boolean | readonly (FaultName | NamedFault)[] | undefined
  /** True to try other values for each gap in the contract that an answer depended on. */
  readonly gaps?: boolean | undefined
  /**
   * Makes requests arrive just before, at and just after a boundary. A list, or true for expiries and the ends of
   * tokens.
   */
  readonly edges?: boolean | readonly EdgeName[] | undefined
  /** The test's name, which bundles are named after. Defaults to a hash of the undisturbed run's requests. */
  readonly name?: string | undefined
  /** Only runs these points. "documents.create lost" selects every occurrence. */
  readonly only?: readonly string[] | undefined
  /** Outcomes to accept, e.g. `{ 'documents.create lost': 'differs' }`, optionally with a reason for the report. */
  readonly allow?:
    | Readonly<Record<string, Allowable | { readonly outcome: Allowable; readonly reason: string }>>
    | undefined
  /** Number of worlds to run at the same time. Defaults to 16. Use 1 if your code's calls share something. */
  readonly concurrency?: number | undefined
  /** Time limit for each run in real ms. Defaults to 10 seconds. */
  readonly timeout?: number | undefined
  /**
   * Where to save the findings' runs for `emulator replay`, or false to save nothing. Defaults to
   * node_modules/.cache/tristore-emulator. `test.sweep` defaults to the folder of `createTest`.
   */
  readonly bundles?: string | false | undefined
}

/** The options with their defaults applied. */
export interface SweepSettings {
  readonly faults: readonly NamedFault[]
  readonly gaps: boolean
  readonly edges: readonly EdgeName[]
  readonly name: string | undefined
  readonly only: readonly string[]
  readonly allow: NonNullable<SweepOptions['allow']>
  readonly concurrency: number
  readonly timeoutMs: number
  /** If undefined, bundles aren't saved. */
  readonly keepBundle: KeepBundle | undefined
  /** Called after each run. `bad` counts runs that failed or left a different state, even if that's allowed. */
  readonly onProgress?: (done: number, total: number, bad: number) => void
}
