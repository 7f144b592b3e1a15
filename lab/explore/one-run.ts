import type { EmulatorClient, Hold } from 'tristore-emulator'
import { Arrivals } from './arrivals.js'
import { CodeRun, type RunEnd } from './code-run.js'
import { type Footprints, REQUESTS_MAX } from './footprints.js'
import { Gathering, type GatheringSettings } from './gathering.js'
import { realMs } from './idle.js'
import type { Explored } from './options.js'
import { askedBy, Parties, type PartyStep } from './parties.js'
import { ExploreFailure } from './report.js'

export interface OrderRun<T> {
  readonly order: readonly PartyStep[]
  readonly end: RunEnd<T>
  /** The largest number of requests that waited at the same time. */
  readonly waited: number
  /** Each party's first request, sorted by the parties' letters. */
  readonly first: readonly string[]
}

export interface RunSettings extends GatheringSettings {
  readonly timeout: number
  readonly footprints: Footprints
}

/**
 * Runs the code in a fresh world and releases its requests in the chosen order.
 *
 * @param judge called with the run while its world is still open
 * @throws ExploreFailure if more requests wait than there are parties, or if requests can't be held any more
 */
export async function runOnce<T>(
  emulator: EmulatorClient,
  { run, ...settings }: RunSettings & { readonly run: Explored<T> },
  judge: (made: OrderRun<T>, world: EmulatorClient) => Promise<void>,
): Promise<void> {
  const world = await emulator.world()
  const codeRun = new CodeRun(run, world, settings.timeout)
  try {
    const hold = await world.hold()
    codeRun.start()
    await judge(await inOrder(hold, codeRun, { ...settings, world }), world)
  } finally {
    codeRun.stop()
    // This also drops requests that are still held.
    await world.close()
  }
}

async function inOrder<T>(
  hold: Hold,
  codeRun: CodeRun<T>,
  settings: RunSettings & { readonly world: EmulatorClient },
): Promise<OrderRun<T>> {
  const arrivals = new Arrivals(hold, codeRun, realMs)
  const order: PartyStep[] = []
  let gathering: Gathering | undefined
  let waiting: PartyStep[] = []
  let waited = 0
  let first: readonly string[] = []
  for (;;) {
    const isThere = waiting.length > 0 || (await arrivals.any())
    if (arrivals.lost !== undefined) throw noLongerHeld(arrivals.lost)
    if (order.length === REQUESTS_MAX) codeRun.giveUp(`it made more than ${REQUESTS_MAX} requests`)
    if (!isThere || codeRun.isUnended) break
    // We create this late, because the code may change limits before its first request.
    gathering ??= new Gathering(
      arrivals,
      settings,
      new Parties(await settings.footprints.of(settings.world), settings.first),
    )
    waiting = await gathering.more(waiting)
    waited = Math.max(waited, waiting.length)
    if (order.length === 0) first = waiting.map(({ request }) => askedBy(request))
    assertParties(waiting, settings.parties)
    const chosen = settings.chooser.choose(waiting)
    waiting = waiting.filter((step) => step !== chosen)
    order.push(chosen)
    await release(chosen)
    gathering.noteReleased(chosen)
  }
  settings.pace.endRun()
  return { order, end: await codeRun.end, waited, first }
}

function assertParties(waiting: readonly PartyStep[], parties: number): void {
  const { length } = waiting
  if (length <= parties) return
  throw new ExploreFailure(
    `parties: ${parties}, but ${length} requests waited at the same time: set parties to ${length}`,
  )
}

const noLongerHeld = (cause: unknown): ExploreFailure =>
  new ExploreFailure(
    "requests are no longer held, because the code removed all faults. If it was by a reset, use reset({ keep: ['faults'] })",
    cause,
  )

/** Ignores a client that disconnected before its turn. */
async function release({ request }: PartyStep): Promise<void> {
  await request.release().catch((error: { readonly code?: string }) => {
    if (error.code !== 'not_found') throw error
  })
}
