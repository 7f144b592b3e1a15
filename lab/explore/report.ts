import { plural, textOfAny } from '../text.js'

/**
 * The result of an exploration.
 *
 * @example
 * const { orders, runs, pruned } = await explore(emulator, run, { parties: 2 })
 */
export interface ExploreReport {
  /** The number of different orders that were run. If `isComplete`, that's all of them. */
  readonly orders: number
  /** The number of runs, including repeated and random orders. */
  readonly runs: number
  /** The number of runs with a random order, drawn because there were more orders than `maxRuns`. */
  readonly drawn: number
  /** The number of choices skipped because the requests commute. */
  readonly pruned: number
  /**
   * The number of runs whose requests differed from those of an earlier run in the same order, because the code or its
   * timing varies.
   */
  readonly strayed: number
  /** The number of choices made while a party was still thinking. */
  readonly late: number
  /** An `idleMs` that would have been long enough for them. */
  readonly enoughIdleMs?: number
  /**
   * Services of your own that received requests. Only their code knows what a request uses, so if there are any, an
   * exploration is never complete.
   */
  readonly own?: readonly string[]
  /** True if every order that can make a difference was run. */
  readonly isComplete: boolean
  /** The number of failed runs. `failure` is the one with the shortest order. */
  readonly failed: number
  readonly failure?: ExploredFailure
}

/**
 * An order in which the code failed.
 *
 * @example
 * await explore(emulator, run, { parties: 2, only: failure.only })
 */
export interface ExploredFailure {
  /** Pass this as `only` to repeat the order, e.g. "B1 A1 A2 B2". */
  readonly only: string
  /**
   * The requests in this order, with the values they read or wrote, e.g. "B1  kv.get /v1/kv/ns_shop/count → 0".
   * Requests made after all parties ended are named "then".
   */
  readonly requests: readonly string[]
  /** The error thrown by `run` or `expect`, or one that says that `expect` returned false. */
  readonly error: unknown
  /** Which run was the first to fail, counted from 1. */
  readonly firstRun: number
  /** The bundle's path for `emulator replay`, or the reason that it's missing. Omitted if `bundles` is false. */
  readonly bundle?: string
}

export function reportText({
  orders,
  runs,
  drawn,
  pruned,
  strayed,
  late,
  enoughIdleMs,
  own,
  isComplete,
  failed,
  failure,
}: ExploreReport): string {
  const all = isComplete ? 'all orders that can make a difference' : incompleteText(own)
  const extra = drawn === 0 ? '' : `, ${drawn} of them random`
  const lines = [
    `${plural(orders, 'order')} in ${plural(runs, 'run')}${extra}; ${plural(pruned, 'choice')} pruned; ${all}; ${failed} failed`,
    ...(strayed === 0 ? [] : [strayedText(strayed)]),
    ...(enoughIdleMs === undefined ? [] : [lateText(late, enoughIdleMs)]),
  ]
  if (failure === undefined) return lines.join('\n')
  const { only, requests, error, bundle } = failure
  return [
    ...lines,
    ...(isComplete && failed === runs ? ['every order fails, so no order is to blame'] : []),
    `it fails in this order  only: '${only}'`,
    ...shown(requests).map((line) => `  ${line}`),
    `with ${textOfAny(error)}`,
    ...(bundle === undefined ? [] : [`bundle for npx tristore-emulator replay: ${bundle}`]),
  ].join('\n')
}

const incompleteText = (own: readonly string[] = []): string =>
  own.length === 0
    ? 'more orders than were run'
    : `perhaps not all orders, since ${own.join(', ')} may use things that the emulator can't see`

const strayedText = (strayed: number): string =>
  `${plural(strayed, 'run')} differed from an earlier run in the same order: raise idleMs, or name each request's party in its baggage`

const lateText = (late: number, enoughIdleMs: number): string =>
  `parties were still thinking when a choice was made, and were late (${plural(late, 'time')}): set idleMs to ${enoughIdleMs}`

const SHOWN_MAX = 40

const shown = (requests: readonly string[]): readonly string[] =>
  requests.length <= SHOWN_MAX
    ? requests
    : [...requests.slice(0, SHOWN_MAX), `… and ${requests.length - SHOWN_MAX} more`]

/**
 * Thrown if an exploration found a failing order or wasn't possible. The message is the report.
 *
 * @example
 * const failure = await explore(emulator, run, { parties: 2 }).catch((error: ExploreFailure) => error)
 */
export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure'
  /** Undefined if exploring wasn't possible. */
  readonly report?: ExploreReport

  /**
   * @param why the report or a sentence
   * @param cause the code's error, unless it's in the report
   */
  constructor(why: ExploreReport | string, cause?: unknown) {
    super(
      typeof why === 'string' ? why : reportText(why),
      typeof why === 'string' ? { cause } : { cause: why.failure?.error },
    )
    if (typeof why !== 'string') this.report = why
  }
}
