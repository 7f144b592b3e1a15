import type { EmulatorClient } from '../client/emulator-client.js'
import { type Chooser, type Run, runOnce } from './one-run.js'
import { type Explored, type ExploreOptions, type ExploreSettings, readOptions } from './options.js'
import { Orders } from './orders.js'
import { DrawnOrder, NamedOrder } from './other-choosers.js'
import type { Step } from './parties.js'
import { type ExploredFailure, ExploreFailure, type ExploreReport } from './report.js'
import { tightCounters } from './tight-counters.js'

/** Drawn orders, beside those that were run depth first. */
const DRAWN_SHARE = 5

/**
 * Runs racy code under every order in which its overlapping requests may take effect, as far as orders can make a
 * difference. Each run has a fresh world, in which requests are held until as many wait as there are parties, or none
 * comes for `idleMs`; then one is let go.
 *
 * @throws ExploreFailure with the shortest order that fails, or where no two requests overlapped; RangeError for an option that cannot be
 * @example
 * await explore(emulator, async (world) => {
 *   await Promise.all([addOne(world), addOne(world)])
 *   return read(world)
 * }, { parties: 2, expect: (count) => count === 2 })
 */
export async function explore<T>(
  emulator: EmulatorClient,
  run: Explored<T>,
  options: ExploreOptions<T>,
): Promise<ExploreReport> {
  const settings = readOptions(options)
  const isTight = await tightCounters(emulator)
  const findings = new Findings(settings)
  const runBy = async (chooser: Chooser) => {
    const done = await runOnce(emulator, run, chooser, { ...settings, isTight })
    await findings.add(done)
  }
  if (settings.only !== undefined) {
    await runBy(new NamedOrder(settings.only))
    return judged({ ...findings.report(), orders: 1, drawn: 0, pruned: 0, isComplete: false })
  }
  const tree = new Orders()
  let orders = 0
  let isComplete = false
  let isOverlapping = false
  while (!isComplete && findings.runs < settings.maxRuns) {
    await runBy(tree)
    if (!tree.isRepetition) orders++
    isOverlapping ||= tree.isOverlapping
    isComplete = !tree.next()
  }
  const drawn = isComplete ? 0 : Math.ceil(settings.maxRuns / DRAWN_SHARE)
  for (let seed = 1; seed <= drawn; seed++) await runBy(new DrawnOrder(seed))
  const report = { ...findings.report(), orders, drawn, pruned: tree.pruned, isComplete }
  if (!isOverlapping && report.failed === 0) {
    throw new ExploreFailure('nothing to explore: no two requests overlapped')
  }
  return judged(report)
}

function judged(report: ExploreReport): ExploreReport {
  if (report.failed > 0) throw new ExploreFailure(report)
  return report
}

/** What the runs came to. */
class Findings<T> {
  #runs = 0
  #failed = 0
  #firstRun = 0
  #shortest: { readonly order: readonly Step[]; readonly error: unknown } | undefined

  constructor(private readonly settings: ExploreSettings<T>) {}

  get runs(): number {
    return this.#runs
  }

  async add({ order, end }: Run<T>): Promise<void> {
    this.#runs++
    const verdict = await this.#errorOf(end)
    if (verdict === undefined) return
    this.#failed++
    if (this.#failed === 1) this.#firstRun = this.#runs
    if (this.#shortest === undefined || isShorter(order, this.#shortest.order)) {
      this.#shortest = { order, error: verdict.error }
    }
  }

  report(): { runs: number; failed: number; failure?: ExploredFailure } {
    const figures = { runs: this.#runs, failed: this.#failed }
    if (this.#shortest === undefined) return figures
    const { order, error } = this.#shortest
    const only = order.map(({ name }) => name).join(' ')
    const requests = order.map(
      ({ name, request: { operation, method, path } }) => `${name}  ${operation ?? method} ${path}`,
    )
    return { ...figures, failure: { only, requests, error, firstRun: this.#firstRun } }
  }

  async #errorOf(end: Run<T>['end']): Promise<{ readonly error: unknown } | undefined> {
    if ('error' in end) return end
    try {
      const verdict = await this.settings.expect(end.value)
      return verdict === false ? { error: new Error(`expect said no to ${textOf(end.value)}`) } : undefined
    } catch (error) {
      return { error }
    }
  }
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

/** Fewer requests, or as many with fewer changes from one party to another. */
const isShorter = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length < other.length || (one.length === other.length && changes(one) < changes(other))

const changes = (order: readonly Step[]): number =>
  order.filter(({ party }, index) => index > 0 && party !== order[index - 1]?.party).length
