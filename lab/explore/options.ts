import type { WorldClient } from 'tristore-emulator'
import { CACHE_FOLDER, type KeepBundle, keepIn } from '../bundle-file.js'
import { assertKnownOptions, positive } from '../known-options.js'

/**
 * The racy code to explore. It's called with a fresh world for each order.
 *
 * @example
 * const run: Explored<number> = async (world) => { await Promise.all([addOne(world), addOne(world)]); return read(world) }
 */
export type Explored<T> = (world: WorldClient, call: ExploredCall) => T | Promise<T>

/**
 * The second argument that explored code is called with.
 *
 * @example
 * await explore(emulator, (world, { signal }) => runProcess(world.baseUrl, { signal }), { parties: 2 })
 */
export interface ExploredCall {
  /** Aborted when the run is over or takes too long, so that you can stop anything you've started. */
  readonly signal: AbortSignal
}

/**
 * Options for `explore`.
 *
 * @example
 * const options: ExploreOptions<number> = { parties: 2, expect: (count) => count === 2 }
 */
export interface ExploreOptions<T> {
  /** The maximum number of requests that overlap. As soon as this many are waiting, one is released. */
  readonly parties: number
  /** Checks the value of `run`. It fails if this returns false or throws. If omitted, only a rejection is a failure. */
  readonly expect?: ((value: T) => unknown) | undefined
  /**
   * Maximum number of orders to run depth first. Defaults to 500. If there are more, a fifth as many are also drawn at
   * random.
   */
  readonly maxRuns?: number | undefined
  /**
   * Time to wait for another request before releasing one, in real ms. Defaults to 10. An active party gets three times
   * the longest pause seen so far if that's longer, up to a tenth of `timeout`. For a run's first requests, and for
   * those known from the same order, we wait a hundred times as long.
   */
  readonly idleMs?: number | undefined
  /** Time limit for each run in real ms. Defaults to 10 seconds. */
  readonly timeout?: number | undefined
  /** Only runs this order, e.g. "B1 A1 A2 B2". */
  readonly only?: string | undefined
  /** The test's name, which the bundle is named after. Defaults to the requests in the order. */
  readonly name?: string | undefined
  /**
   * Where to save the failing run for `emulator replay`, or false to save nothing. Defaults to
   * node_modules/.cache/tristore-emulator.
   */
  readonly bundles?: string | false | undefined
}

/** The options with their defaults applied. */
export interface ExploreSettings<T> {
  readonly parties: number
  readonly expect: (value: T) => unknown
  readonly maxRuns: number
  readonly idleMs: number
  readonly timeout: number
  readonly only: readonly string[] | undefined
  readonly name: string | undefined
  /** If undefined, failing runs aren't saved. */
  readonly keepBundle: KeepBundle | undefined
}

const HELD_MAX = 1000
const MAX_RUNS = 500
const IDLE_MS = 10
const TIMEOUT_MS = 10_000

const OPTIONS = ['parties', 'expect', 'maxRuns', 'idleMs', 'timeout', 'only', 'name', 'bundles']

/** @throws RangeError if an option is invalid */
export function readOptions<T>(options: ExploreOptions<T>): ExploreSettings<T> {
  assertKnownOptions(options, OPTIONS)
  const { parties, expect = () => true, maxRuns = MAX_RUNS, idleMs = IDLE_MS } = options
  const { timeout = TIMEOUT_MS, only, name, bundles = CACHE_FOLDER } = options
  const names = only?.trim().split(/\s+/)
  const wrong = names?.find((name) => !/^[A-Z]+[1-9]\d*$/.test(name))
  if (wrong !== undefined)
    throw new RangeError(`only: ${JSON.stringify(wrong)} doesn't name a request, such as A1`)
  if (parties > HELD_MAX)
    throw new RangeError(
      `parties: ${parties} is above ${HELD_MAX}, the maximum number of held requests in a world`,
    )
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
