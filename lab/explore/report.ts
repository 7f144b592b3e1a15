import { textOfAny } from '../text.js'

/**
 * What an exploration ran.
 *
 * @example
 * const { orders, runs, pruned } = await explore(emulator, run, { parties: 2 })
 */
export interface ExploreReport {
  /** Orders that were run and can make a difference: all there are, if `isComplete`. */
  readonly orders: number
  /** Runs of the code, including repeated and random orders. */
  readonly runs: number
  /** The number of runs with a random order, because there were more orders than `maxRuns`. */
  readonly drawn: number
  /** Choices that were not tried, since requests that commute may come either way. */
  readonly pruned: number
  /**
   * Runs in which other requests came than in the same order before: the code, or the time it takes, is not the same.
   */
  readonly strayed: number
  /** Choices that were made while a party was thinking, which then came late. */
  readonly late: number
  /** The `idleMs` that would have waited for them. */
  readonly enoughIdleMs?: number
  /** Services of your own that were asked. Only their code knows what it touches, so no run of them is complete. */
  readonly own?: readonly string[]
  /** True if every order that can make a difference was run. */
  readonly isComplete: boolean
  /** Runs that failed, and the shortest of their orders. */
  readonly failed: number
  readonly failure?: ExploredFailure
}

/**
 * An order under which the code failed.
 *
 * @example
 * await explore(emulator, run, { parties: 2, only: failure.only })
 */
export interface ExploredFailure {
  /** The line that runs it again: "B1 A1 A2 B2". */
  readonly only: string
  /**
   * Its requests in that order, with what they read or wrote: "B1  kv.get /v1/kv/ns_shop/count → 0". What
   * runs after the parties is named "then".
   */
  readonly requests: readonly string[]
  /** The error that `run` or `expect` threw, or a note that `expect` returned false. */
  readonly error: unknown
  /** The number of the first run that failed. */
  readonly firstRun: number
  /** Where the run is, as a bundle for `emulator replay`, or why it is nowhere; left out if bundles are not written. */
  readonly bundle?: string
}

/** The report as text. */
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

/** The most requests of an order that are shown. */
const SHOWN_MAX = 40

const shown = (requests: readonly string[]): readonly string[] =>
  requests.length <= SHOWN_MAX
    ? requests
    : [...requests.slice(0, SHOWN_MAX), `… and ${requests.length - SHOWN_MAX} more`]

/**
 * An exploration that found an order under which the code fails, or that could not be made. Its message is the report.
 *
 * @example
 * const failure = await explore(emulator, run, { parties: 2 }).catch((error: ExploreFailure) => error)
 */
export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure'
  /** undefined if the orders could not be explored. */
  readonly report?: ExploreReport

  /**
   * @param why the report; a sentence if there is none
   * @param cause the error of the code, unless the report has it
   */
  constructor(why: ExploreReport | string, cause?: unknown) {
    super(
      typeof why === 'string' ? why : reportText(why),
      typeof why === 'string' ? { cause } : { cause: why.failure?.error },
    )
    if (typeof why !== 'string') this.report = why
  }
}
