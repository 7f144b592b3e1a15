import type { EmulatorClient } from 'tristore-emulator'
import { textOfAny } from '../text.js'
import type { Chooser } from './chooser.js'
import { Findings } from './findings.js'
import { Footprints } from './footprints.js'
import { runOnce } from './one-run.js'
import { type Explored, type ExploreOptions, readOptions } from './options.js'
import { OrderSearch } from './orders.js'
import { DrawnOrder, NamedOrder } from './other-choosers.js'
import { Pace } from './pace.js'
import { ExploreFailure, type ExploreReport } from './report.js'

/** The number of orders explored depth first for each one that's drawn at random. */
const DRAWN_SHARE = 5

/**
 * Runs racy code in every order in which its overlapping requests can take effect, skipping orders that can't make a
 * difference. Each run gets a fresh world, which holds requests until one from each party is waiting or no more arrive.
 * Then one of them is released. The first run measures how long parties think between requests.
 *
 * @throws ExploreFailure with the shortest failing order. Also if there was nothing to explore, if `parties` isn't the
 * number of requests that overlap, or if it was impossible to follow `only`.
 * @throws RangeError if an option is invalid
 * @example
 * await explore(emulator, async (world) => {
 * await Promise.all([addOne(world), addOne(world)])
 * return read(world)
 * }, { parties: 2, expect: (count) => count === 2 })
 */
export async function explore<T>(
  emulator: EmulatorClient,
  run: Explored<T>,
  options: ExploreOptions<T>,
): Promise<ExploreReport> {
  const settings = readOptions(options)
  const findings = new Findings(settings.expect, settings.keepBundle, settings.name)
  const footprints = new Footprints()
  const pace = new Pace(settings.idleMs, settings.timeout)
  const runBy: RunBy = async (chooser) => {
    const runSettings = { ...settings, run, chooser, footprints, pace, first: findings.first }
    await runOnce(emulator, runSettings, (made, world) => findings.add(made, world))
  }
  const figures =
    settings.only === undefined
      ? await exploreAll(findings, runBy, { ...settings, pace })
      : await exploreOnly(settings.only, runBy)
  const own = [...footprints.own]
  const isComplete = figures.isComplete && own.length === 0
  const report = { ...findings.report(), ...figures, ...(own.length > 0 && { own }), isComplete }
  if (report.failed === 0 && settings.only === undefined) assertOverlap(findings.waited, settings.parties)
  if (report.failed > 0) throw failureOf(report, findings)
  return report
}

type RunBy = (chooser: Chooser) => Promise<void>

type Figures = Pick<
  ExploreReport,
  'orders' | 'drawn' | 'pruned' | 'strayed' | 'late' | 'enoughIdleMs' | 'isComplete'
>

async function exploreAll(
  findings: Findings<never>,
  runBy: RunBy,
  { maxRuns, pace }: { readonly maxRuns: number; readonly pace: Pace },
): Promise<Figures> {
  let tree = new OrderSearch()
  let orders = 0
  let isThrough = false
  while (!isThrough && findings.runs < maxRuns && !findings.hasUnended) {
    await runBy(tree)
    if (findings.runs === 1 && pace.late > 0) {
      // That run only measured how long the parties think. Its order isn't reliable.
      tree = new OrderSearch()
      findings.drop()
      pace.restart()
      continue
    }
    if (!tree.isRepetition) orders++
    isThrough = !findings.hasUnended && !tree.next()
  }
  const inTree = findings.runs
  for (let seed = 1; !isThrough && !findings.hasUnended && seed <= Math.ceil(maxRuns / DRAWN_SHARE); seed++) {
    await runBy(new DrawnOrder(seed))
  }
  const { pruned, strayed } = tree
  const { late, enoughMs } = pace
  return {
    orders,
    drawn: findings.runs - inTree,
    pruned,
    strayed,
    late,
    ...(late === 0 ? {} : { enoughIdleMs: enoughMs }),
    isComplete: isThrough && strayed === 0 && late === 0,
  }
}

async function exploreOnly(names: readonly string[], runBy: RunBy): Promise<Figures> {
  const order = new NamedOrder(names)
  await runBy(order)
  order.assertFollowed()
  return { orders: 1, drawn: 0, pruned: 0, strayed: 0, late: 0, isComplete: false }
}

/** If a run fails without overlapping requests, the order isn't to blame. */
function failureOf(report: ExploreReport, { waited }: Findings<never>): ExploreFailure {
  if (waited > 1 || report.failure === undefined) return new ExploreFailure(report)
  const { error } = report.failure
  return new ExploreFailure(`${nothingToExplore(waited)}; and the code failed: ${textOfAny(error)}`, error)
}

/** @throws ExploreFailure if fewer than `parties` requests overlap */
function assertOverlap(waited: number, parties: number): void {
  if (waited <= 1) throw new ExploreFailure(nothingToExplore(waited))
  if (waited >= parties) return
  throw new ExploreFailure(
    `parties: ${parties}, but never more than ${waited} requests waited at the same time: set parties to ${waited}, or send more at the same time`,
  )
}

const nothingToExplore = (waited: number): string =>
  waited === 0
    ? "nothing to explore: there were no requests; does the code use the world that it's given?"
    : 'nothing to explore: no two requests overlapped'
