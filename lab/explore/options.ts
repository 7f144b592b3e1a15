import type { WorldClient } from 'tristore-emulator'
import { CACHE_FOLDER, type KeepBundle, keepIn } from '../bundle-file.js'
import { assertKnownOptions, positive } from '../known-options.js'

/**
 * The racy code to explore. Gets a fresh world for each order.
 *
 * @example
 * const run: Explored<number> = async (world) => { await Promise.all([addOne(world), addOne(world)]); return read(world) }
 */
export type Explored<T> = (world: WorldClient, call: ExploredCall) => T | Promise<T>

/**
 * The second argument of explored code.
 *
 * @example
 * await explore(emulator, (world, { signal }) => runProcess(world.baseUrl, { signal }), { parties: 2 })
 */
export interface ExploredCall {
  /** Aborted when the run is over or takes too long, so that anything it started can stop. */
  readonly signal: AbortSignal
}

/**
 * Options for `explore`.
 *
 * @example
 * const options: ExploreOptions<number> = { parties: 2, expect: (count) => count === 2 }
 */
export interface ExploreOptions<T> {
  /** Most requests that overlap: when this many wait, one is released. */
  readonly parties: number
  /** Judges the value of `run`: returning false or throwing is a failure. Left out, only a rejection is. */
  readonly expect?: ((value: T) => unknown) | undefined
  /** Most orders to run depth first; 500 by default. If there are more, a fifth as many are drawn at random. */
  readonly maxRuns?: number | undefined
  /**
   * Real ms without a further request before a waiting one is released; 10 by default. An active party gets three times
   * the longest pause seen so far, if that is longer, up to a tenth of `timeout`. The first requests of a run, and
   * those known from the same order, get a hundred times as long.
   */
  readonly idleMs?: number | undefined
  /** Time limit of one run in real ms; 10 seconds by default. */
  readonly timeout?: number | undefined
  /** Runs only this order: "B1 A1 A2 B2". */
  readonly only?: string | undefined
  /** The test's name, for the name of the bundle; by default the requests of the order. */
  readonly name?: string | undefined
  /**
   * Folder for the failing run, to be used by `emulator replay`; false writes nothing. Defaults to
   * node_modules/.cache/tristore-emulator.
   */
  readonly bundles?: string | false | undefined
}

/** The options with all defaults filled in. */
export interface ExploreSettings<T> {
  readonly parties: number
  readonly expect: (value: T) => unknown
  readonly maxRuns: number
  readonly idleMs: number
  readonly timeout: number
  readonly only: readonly string[] | undefined
  readonly name: string | undefined
  /** Undefined: failing runs aren't saved. */
  readonly keepBundle: KeepBundle | undefined
}

const HELD_MAX = 1000
const MAX_RUNS = 500
const IDLE_MS = 10
const TIMEOUT_MS = 10_000

const OPTIONS = ['parties', 'expect', 'maxRuns', 'idleMs', 'timeout', 'only', 'name', 'bundles']

/** @throws RangeError for an invalid option */
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
