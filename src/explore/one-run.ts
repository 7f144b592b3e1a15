import type { EmulatorClient } from '../client/emulator-client.js'
import type { HeldRequest, Hold } from '../client/holds.js'
import { Arrivals } from './arrivals.js'
import { Going, type RunEnd } from './going.js'
import type { Explored } from './options.js'
import { Parties, type Step } from './parties.js'
import { ExploreFailure } from './report.js'
import { REQUESTS_MAX, type TightCounters } from './tight-counters.js'

/** Decides the order of one run. */
export interface Chooser {
  /** How many requests wait at this place, where another run came by it. */
  expected(): number | undefined
  /** Whether one that is known to come is not there yet. */
  lacks(waiting: readonly Step[]): boolean
  /** The one to let go, of those that wait, in order of their names; there is one at least. */
  choose(waiting: readonly Step[]): Step
}

/** One run in one order. */
export interface Run<T> {
  readonly order: readonly Step[]
  readonly end: RunEnd<T>
  /** The most requests that waited at once, and those that did at first. */
  readonly waited: number
  readonly atFirst: number
}

export interface RunSettings {
  readonly parties: number
  readonly idleMs: number
  readonly timeout: number
  readonly counters: TightCounters
  /** How many requests waited at first in the run before; undefined: there was none. */
  readonly atFirst: number | undefined
}

/** A request that came in the same order before, and the first ones of processes that start, are waited for so many times as long. */
const PATIENCE = 100

/**
 * Runs the code in a fresh world, and lets its requests go in the order that is chosen.
 *
 * @param judge is given the run while its world is there
 * @throws ExploreFailure where more requests wait than there are parties, or requests are held no longer
 */
export async function runOnce<T>(
  emulator: EmulatorClient,
  run: Explored<T>,
  chooser: Chooser,
  settings: RunSettings,
  judge: (made: Run<T>, world: EmulatorClient) => Promise<void>,
): Promise<void> {
  const world = await emulator.world()
  const going = new Going(run, world, settings.timeout)
  try {
    const hold = await world.hold()
    going.start()
    await judge(await inOrder(hold, going, chooser, { ...settings, world }), world)
  } finally {
    going.stop()
    // What is still held is dropped then.
    await world.close()
  }
}

async function inOrder<T>(
  hold: Hold,
  going: Going<T>,
  chooser: Chooser,
  settings: RunSettings & { readonly world: EmulatorClient },
): Promise<Run<T>> {
  const arrivals = new Arrivals(hold, going)
  const order: Step[] = []
  let naming: Parties | undefined
  let waiting: Step[] = []
  let waited = 0
  let atFirst = 0
  for (;;) {
    const isThere = waiting.length > 0 || (await arrivals.any())
    if (arrivals.lost !== undefined) throw noLongerHeld(arrivals.lost)
    if (order.length === REQUESTS_MAX) going.giveUp(`it made more than ${REQUESTS_MAX} requests`)
    if (!isThere || going.isUnended) break
    // Only now: the code may have changed limits before its first request.
    naming ??= new Parties(await settings.counters.of(settings.world))
    waiting = await gather(arrivals, waiting, naming, order.at(-1), chooser, settings)
    waited = Math.max(waited, waiting.length)
    if (order.length === 0) atFirst = waiting.length
    assertParties(waiting, settings.parties)
    const chosen = chooser.choose(waiting)
    waiting = waiting.filter((step) => step !== chosen)
    order.push(chosen)
    await release(chosen)
  }
  return { order, end: await going.end, waited, atFirst }
}

/** All that wait, once as many do as there are parties, or no more comes. */
async function gather(
  arrivals: Arrivals,
  before: readonly Step[],
  naming: Parties,
  parent: Step | undefined,
  chooser: Chooser,
  settings: RunSettings,
): Promise<Step[]> {
  const { parties, idleMs } = settings
  const came =
    parent === undefined
      ? await gatherFirst(arrivals, chooser, settings)
      : await arrivals.upTo((chooser.expected() ?? parties) - before.length, idleMs)
  let waiting = [...before, ...naming.name(came, parent)]
  while (chooser.lacks(waiting)) {
    const late = await arrivals.upTo(1, idleMs * PATIENCE)
    if (late.length === 0) break
    waiting = [...waiting, ...naming.name(late, parent)]
  }
  return waiting.sort(byName)
}

/** The parties may take long to start. In the first run there may be more of them than was said. */
async function gatherFirst(
  arrivals: Arrivals,
  chooser: Chooser,
  { parties, idleMs, atFirst }: RunSettings,
): Promise<HeldRequest[]> {
  const came = await arrivals.upTo(chooser.expected() ?? atFirst ?? parties, idleMs * PATIENCE)
  return atFirst === undefined ? [...came, ...(await arrivals.all(idleMs))] : came
}

function assertParties(waiting: readonly Step[], parties: number): void {
  const { length } = waiting
  if (length <= parties) return
  throw new ExploreFailure(
    `parties: ${parties}, but ${length} requests waited at once: say parties: ${length}`,
  )
}

const noLongerHeld = (cause: unknown): ExploreFailure =>
  new ExploreFailure(
    "requests are held no longer: the code took all faults away; if by a reset, say reset({ keep: ['faults'] })",
    cause,
  )

/** A client may leave before its turn. */
async function release({ request }: Step): Promise<void> {
  await request.release().catch((error: { readonly code?: string }) => {
    if (error.code !== 'not_found') throw error
  })
}

const byName = (one: Step, other: Step): number =>
  one.name.length - other.name.length || (one.name < other.name ? -1 : 1)
