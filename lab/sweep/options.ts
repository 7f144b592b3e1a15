import type { FaultInput, WorldClient } from 'tristore-emulator'
import type { KeepBundle } from '../bundle-file.js'

/**
 * The code to sweep: a test's body. Gets a world of its own for each call.
 *
 * @example
 * const run: Swept = async (world) => { await checkout(world.baseUrl) }
 */
export type Swept = (world: WorldClient, call: SweptCall) => unknown

/**
 * The second argument of swept code.
 *
 * @example
 * await sweep(emulator, (world, { signal }) => checkout(world.baseUrl, { signal }))
 */
export interface SweptCall {
  /** Aborted at the call's time limit, so that anything it started can stop. */
  readonly signal: AbortSignal
}

/** The id of the fault in a disturbed run. */
export const SWEPT_FAULT = 'sweep'

/**
 * A kind of boundary: the expiry of an entry, the end of a token, month or rate window, or the last unit of a quota or
 * storage.
 *
 * @example
 * const edges: EdgeName[] = ['expiry', 'month']
 */
export type EdgeName = (typeof EDGES)[number]

export const EDGES = ['expiry', 'token', 'month', 'window', 'quota', 'storage'] as const

/**
 * A predefined fault: a status such as "503", a kind of broken connection, or "lost".
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
 * An outcome that can be accepted.
 *
 * @example
 * const allow: Record<string, Allowable> = { 'documents.create lost': 'differs' }
 */
export type Allowable = (typeof ALLOWABLE)[number]

export const ALLOWABLE = ['failed', 'differs'] as const

/**
 * Options for a sweep. Naming one of `faults`, `gaps` and `edges` leaves out the others; by default all three are
 * swept.
 *
 * @example
 * const options: SweepOptions = { faults: ['503', 'lost'], allow: { 'documents.create lost': 'differs' } }
 */
export interface SweepOptions {
  /** true: lost, 503, 429 with Retry-After 1, and reset; or a list. */
  readonly faults?: boolean | readonly (FaultName | NamedFault)[] | undefined
  /** Tries other values for each gap of the contract that an answer depended on. */
  readonly gaps?: boolean | undefined
  /**
   * Brings requests to boundaries: just before, at and just after. true: expiries and the ends of tokens; or a list.
   */
  readonly edges?: boolean | readonly EdgeName[] | undefined
  /** The test's name, for the names of bundles; by default a hash of the undisturbed run's requests. */
  readonly name?: string | undefined
  /** Runs only these points. "documents.create lost" selects each occurrence. */
  readonly only?: readonly string[] | undefined
  /**
   * Accepts the outcome of points: `{ 'documents.create lost': 'differs' }`, optionally with a reason for the report.
   */
  readonly allow?:
    | Readonly<Record<string, Allowable | { readonly outcome: Allowable; readonly reason: string }>>
    | undefined
  /** Worlds that run at once; 16 by default. Use 1 for code that shares something between its calls. */
  readonly concurrency?: number | undefined
  /** Time limit of one run in real ms; 10 seconds by default. */
  readonly timeout?: number | undefined
  /**
   * Folder for the runs of findings, to be used by `emulator replay`; false writes nothing. Defaults to
   * node_modules/.cache/tristore-emulator, or for `test.sweep` to that of `createTest`.
   */
  readonly bundles?: string | false | undefined
}

/** The options with all defaults filled in. */
export interface SweepSettings {
  readonly faults: readonly NamedFault[]
  readonly gaps: boolean
  readonly edges: readonly EdgeName[]
  readonly name: string | undefined
  readonly only: readonly string[]
  readonly allow: NonNullable<SweepOptions['allow']>
  readonly concurrency: number
  readonly timeoutMs: number
  /** Undefined: bundles aren't saved. */
  readonly keepBundle: KeepBundle | undefined
  /** Called after each run. `bad` counts runs that failed or left another state, even if that's allowed. */
  readonly onProgress?: (done: number, total: number, bad: number) => void
}
