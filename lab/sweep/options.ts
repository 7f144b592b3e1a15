import type { FaultInput, WorldClient } from 'tristore-emulator'
import type { KeepBundle } from '../bundle-file.js'

/**
 * The code that is swept: a test's body, which gets its own world each time it is called.
 *
 * @example
 * const run: Swept = async (world) => { await checkout(world.baseUrl) }
 */
export type Swept = (world: WorldClient, call: SweptCall) => unknown

/**
 * What a call of swept code gets besides its world.
 *
 * @example
 * await sweep(emulator, (world, { signal }) => checkout(world.baseUrl, { signal }))
 */
export interface SweptCall {
  /** Aborted when the call took longer than its time limit: what it has begun can end then. */
  readonly signal: AbortSignal
}

/** The id of the fault that disturbs a run. */
export const SWEPT_FAULT = 'sweep'

/**
 * A kind of boundary that requests can touch. It is the expiry of an entry, the end of a token, month or rate window, or
 * the last unit of a quota or storage.
 *
 * @example
 * const edges: EdgeName[] = ['expiry', 'month']
 */
export type EdgeName = (typeof EDGES)[number]

export const EDGES = ['expiry', 'token', 'month', 'window', 'quota', 'storage'] as const

/**
 * A fault of the list by its name: a status such as "503", a kind of broken connection, or "lost".
 *
 * @example
 * const faults: FaultName[] = ['503', 'truncate', 'lost']
 */
export type FaultName = '503' | '429' | 'reset' | 'lost' | (string & {})

/**
 * A fault with a name of one's own.
 *
 * @example
 * const slow: NamedFault = { name: 'slow', delay: '50ms' }
 */
export interface NamedFault extends Omit<FaultInput, 'id' | 'match' | 'after' | 'times'> {
  readonly name: string
}

/**
 * An outcome that can be allowed.
 *
 * @example
 * const allow: Record<string, Allowable> = { 'documents.create lost': 'differs' }
 */
export type Allowable = (typeof ALLOWABLE)[number]

export const ALLOWABLE = ['failed', 'differs'] as const

/**
 * Options of a sweep. Without `faults`, `gaps` and `edges` all three are swept; with one of them only what is named.
 *
 * @example
 * const options: SweepOptions = { faults: ['503', 'lost'], allow: { 'documents.create lost': 'differs' } }
 */
export interface SweepOptions {
  /** true: lost, 503, 429 with Retry-After 1, reset; or the list of them. */
  readonly faults?: boolean | readonly (FaultName | NamedFault)[] | undefined
  /** Tries other values for each gap of the contract that an answer used. */
  readonly gaps?: boolean | undefined
  /**
   * Boundaries that requests are made to arrive at: just before, at and just after. true: expiries and the
   * ends of tokens; or the list of them.
   */
  readonly edges?: boolean | readonly EdgeName[] | undefined
  /** The test's name, for the names of bundles; without it a number made from the requests of the undisturbed run. */
  readonly name?: string | undefined
  /** Runs only these points. "documents.create lost" names each occurrence. */
  readonly only?: readonly string[] | undefined
  /** Points whose outcome is accepted: `{ 'documents.create lost': 'differs' }`, or with the reason for the report. */
  readonly allow?:
    | Readonly<Record<string, Allowable | { readonly outcome: Allowable; readonly reason: string }>>
    | undefined
  /** Worlds side by side; 16 when left out. 1 for code that shares something between its calls. */
  readonly concurrency?: number | undefined
  /** Real ms that one run may take; 10 seconds when left out. */
  readonly timeout?: number | undefined
  /**
   * The folder to write the runs of findings to, for `emulator replay`; false: they are not written. Without
   * it node_modules/.cache/tristore-emulator; for `test.sweep` that of `createTest`.
   */
  readonly bundles?: string | false | undefined
}

/** A sweep's options with everything that was left out. */
export interface SweepSettings {
  readonly faults: readonly NamedFault[]
  readonly gaps: boolean
  readonly edges: readonly EdgeName[]
  readonly name: string | undefined
  readonly only: readonly string[]
  readonly allow: NonNullable<SweepOptions['allow']>
  readonly concurrency: number
  readonly timeoutMs: number
  /** undefined: bundles are not asked for. */
  readonly keepBundle: KeepBundle | undefined
  /** Called after each run. `bad` counts finished runs that failed or left another state, allowed or not. */
  readonly onProgress?: (done: number, total: number, bad: number) => void
}
