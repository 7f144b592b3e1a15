import { textOfAny } from '../text.js'

/**
 * The outcome of an exploration.
 *
 * @example
 * const { orders, runs, pruned } = await explore(emulator, run, { parties: 2 })
 */
export interface ExploreReport {
  /** Different orders that were run; all there are if `isComplete`. */
  readonly orders: number
  /** Runs of the code, including repeated and random orders. */
  readonly runs: number
  /** Runs with a random order, drawn because there were more orders than `maxRuns`. */
  readonly drawn: number
  /** Choices skipped because the requests commute. */
  readonly pruned: number
  /** Runs in which other requests arrived than in the same order before: the code or its timing varies. */
  readonly strayed: number
  /** Choices made while a party was still thinking. */
  readonly late: number
  /** An `idleMs` that would have waited for them. */
  readonly enoughIdleMs?: number
  /**
   * Your own services that got requests. Only their code knows what a request uses, so an exploration with them is
   * never complete.
   */
  readonly own?: readonly string[]
  /** True if every order that can make a difference was run. */
  readonly isComplete: boolean
  /** Failed runs, and the shortest of their orders. */
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
  /** Repeats this order as `only`: "B1 A1 A2 B2". */
  readonly only: string
  /**
   * The requests in that order, with the values they read or wrote: "B1  kv.get /v1/kv/ns_shop/count → 0". After all
   * parties ended, they are named "then".
   */
  readonly requests: readonly string[]
  /** The error thrown by `run` or `expect`, or a note that `expect` returned false. */
  readonly error: unknown
  /** The number of the first run that failed. */
  readonly firstRun: number
  /** The bundle's path for `emulator replay`, or why it is missing; left out if bundles are off. */
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
  const extra = drawn === 0 ? '' : `, ${drawn} of them drawn`
  const lines = [
    `${orders} orders in ${runs} runs${extra}; ${pruned} choices pruned; ${all}; ${failed} failed`,
    ...(strayed === 0 ? [] : [strayedText(strayed)]),
    ...(enoughIdleMs === undefined ? [] : [lateText(late, enoughIdleMs)]),
  ]
  if (failure === undefined) return lines.join('\n')
  const { only, requests, error, bundle } = failure
  return [
    ...lines,
    ...(isComplete && failed === runs ? ['every order fails, so no order is to blame'] : []),
    `it fails in the order  only: '${only}'`,
    ...shown(requests).map((line) => `  ${line}`),
    `with ${textOfAny(error)}`,
    ...(bundle === undefined ? [] : [`its run, for npx tristore-emulator replay: ${bundle}`]),
  ].join('\n')
}

const incompleteText = (own: readonly string[] = []): string =>
  own.length === 0
    ? 'more orders than were run'
    : `perhaps not all orders, since ${own.join(', ')} may touch what the emulator cannot see`

const strayedText = (strayed: number): string =>
  `${strayed} runs went another way than the same order before: raise idleMs, or say the party of each request in its baggage`

const lateText = (late: number, enoughIdleMs: number): string =>
  `parties were still thinking when a choice was made, and came later (${late} times): say idleMs: ${enoughIdleMs}`

const SHOWN_MAX = 40

const shown = (requests: readonly string[]): readonly string[] =>
  requests.length <= SHOWN_MAX
    ? requests
    : [...requests.slice(0, SHOWN_MAX), `… and ${requests.length - SHOWN_MAX} more`]

/**
 * An exploration that found a failing order, or that wasn't possible. The message is the report.
 *
 * @example
 * const failure = await explore(emulator, run, { parties: 2 }).catch((error: ExploreFailure) => error)
 */
export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure'
  /** Undefined if exploring wasn't possible. */
  readonly report?: ExploreReport

  /**
   * @param why the report, or a sentence
   * @param cause the code's error, unless the report has it
   */
  constructor(why: ExploreReport | string, cause?: unknown) {
    super(
      typeof why === 'string' ? why : reportText(why),
      typeof why === 'string' ? { cause } : { cause: why.failure?.error },
    )
    if (typeof why !== 'string') this.report = why
  }
}
