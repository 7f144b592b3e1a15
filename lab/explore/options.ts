import type { WorldClient } from 'tristore-emulator'
import { CACHE_FOLDER, type KeepBundle, keepIn } from '../bundle-file.js'
import { assertKnownOptions, positive } from '../known-options.js'

/**
 * The racy code that is explored: it gets a fresh world for each order.
 *
 * @example
 * const run: Explored<number> = async (world) => { await Promise.all([addOne(world), addOne(world)]); return read(world) }
 */
export type Explored<T> = (world: WorldClient, call: ExploredCall) => T | Promise<T>

/**
 * What a call of explored code gets besides its world.
 *
 * @example
 * await explore(emulator, (world, { signal }) => runProcess(world.baseUrl, { signal }), { parties: 2 })
 */
export interface ExploredCall {
  /** Aborted when the run is over, also when it took too long: what it has begun can end then. */
  readonly signal: AbortSignal
}

/**
 * Options of `explore`.
 *
 * @example
 * const options: ExploreOptions<number> = { parties: 2, expect: (count) => count === 2 }
 */
export interface ExploreOptions<T> {
  /** The most requests under way at once: when this many wait, one is released. */
  readonly parties: number
  /** Judges what `run` resolves with: false, or an error that it throws, is a failure. Left out, only a rejection is. */
  readonly expect?: ((value: T) => unknown) | undefined
  /** The most orders to run depth first, 500 when left out; beyond it, orders are drawn, a fifth as many. */
  readonly maxRuns?: number | undefined
  /**
   * Real ms without a further request after which one of those that wait is released; 10 when left out. A party that
   * is under way is waited for three times as long as any pause in the runs before, if that is longer. It is waited for
   * at most a tenth of `timeout`. The first requests of a run, and those that came before in the
   * same order, are waited for a hundred times as long.
   */
  readonly idleMs?: number | undefined
  /** Real ms that one run may take; 10 seconds when left out. */
  readonly timeout?: number | undefined
  /** Runs this order alone: "B1 A1 A2 B2". */
  readonly only?: string | undefined
  /** The test's name, for the name of the bundle; without it the requests of the order. */
  readonly name?: string | undefined
  /**
   * The folder to write the run of the finding to, for `emulator replay`; false: it is not written. Without
   * it node_modules/.cache/tristore-emulator.
   */
  readonly bundles?: string | false | undefined
}

/** The options with nothing left out. */
export interface ExploreSettings<T> {
  readonly parties: number
  readonly expect: (value: T) => unknown
  readonly maxRuns: number
  readonly idleMs: number
  readonly timeout: number
  readonly only: readonly string[] | undefined
  readonly name: string | undefined
  /** undefined: the run of a finding is not kept. */
  readonly keepBundle: KeepBundle | undefined
}

/** The most requests that a world holds. */
const HELD_MAX = 1000
const MAX_RUNS = 500
const IDLE_MS = 10
const TIMEOUT_MS = 10_000

const OPTIONS = ['parties', 'expect', 'maxRuns', 'idleMs', 'timeout', 'only', 'name', 'bundles']

/** @throws RangeError for an option that cannot be */
export function readOptions<T>(options: ExploreOptions<T>): ExploreSettings<T> {
  assertKnownOptions(options, OPTIONS)
  const { parties, expect = () => true, maxRuns = MAX_RUNS, idleMs = IDLE_MS } = options
  const { timeout = TIMEOUT_MS, only, name, bundles = CACHE_FOLDER } = options
  const names = only?.trim().split(/\s+/)
  const wrong = names?.find((name) => !/^[A-Z]+[1-9]\d*$/.test(name))
  if (wrong !== undefined) throw new RangeError(`only: ${JSON.stringify(wrong)} names no request, as A1 does`)
  if (parties > HELD_MAX)
    throw new RangeError(`parties: ${parties} is above ${HELD_MAX}, the requests that a world holds`)
  return {
    parties: positive('parties', parties),
    expect,
    maxRuns: positive('maxRuns', maxRuns),
    idleMs: positive('idleMs', idleMs),
    timeout: positive('timeout', timeout),
    only: names,
    name,
    keepBundle: bundles === false ? undefined : keepIn(bundles),
  }
}
