import type { EmulatorClient } from '../client/emulator-client.js'
import type { HeldRequest, Hold } from '../client/holds.js'
import type { IsTight } from './footprint.js'
import { idle } from './idle.js'
import type { Explored } from './options.js'
import { Parties, type Step } from './parties.js'

/** Decides the order of one run. */
export interface Chooser {
  /** How many requests wait at this place, where another run came by it. */
  expected(): number | undefined
  /** The one to let go, of those that wait, in order of their names; there is one at least. */
  choose(waiting: readonly Step[]): Step
}

/** One run in one order. */
export interface Run<T> {
  readonly order: readonly Step[]
  readonly end: { readonly value: T } | { readonly error: unknown }
}

export interface RunSettings {
  readonly parties: number
  readonly idleMs: number
  readonly isTight: IsTight
}

/** Runs the code in a fresh world, and lets its requests go in the order that is chosen. */
export async function runOnce<T>(
  emulator: EmulatorClient,
  run: Explored<T>,
  chooser: Chooser,
  settings: RunSettings,
): Promise<Run<T>> {
  const world = await emulator.world()
  try {
    const hold = await world.hold()
    return await inOrder(hold, endOf(run, world), chooser, settings)
  } finally {
    // What is still held goes on then.
    await world.close()
  }
}

async function inOrder<T>(
  hold: Hold,
  ending: Promise<Run<T>['end']>,
  chooser: Chooser,
  { parties, idleMs, isTight }: RunSettings,
): Promise<Run<T>> {
  const arrivals = new Arrivals(hold)
  const naming = new Parties(isTight)
  const order: Step[] = []
  let waiting: Step[] = []
  let end: Run<T>['end'] | undefined
  const running = ending.then((ended) => {
    end = ended
  })
  for (;;) {
    const wanted = chooser.expected() ?? parties
    const isOver = () => end !== undefined
    const missing = wanted - waiting.length
    const taking = { idleMs, running, isOver, hasSome: waiting.length > 0 }
    const came = missing > 0 ? await arrivals.take(missing, taking) : []
    waiting = [...waiting, ...naming.name(came, order.at(-1))].sort(byName)
    if (waiting.length === 0) break
    const chosen = chooser.choose(waiting)
    waiting = waiting.filter((step) => step !== chosen)
    order.push(chosen)
    await release(chosen)
  }
  await running
  if (end === undefined) throw new Error('a run has an end')
  return { order, end }
}

async function endOf<T>(run: Explored<T>, world: EmulatorClient): Promise<Run<T>['end']> {
  try {
    return { value: await run(world) }
  } catch (error) {
    return { error }
  }
}

/** A client may leave before its turn. */
async function release({ request }: Step): Promise<void> {
  await request.release().catch((error: { readonly code?: string }) => {
    if (error.code !== 'not_found') throw error
  })
}

const byName = (one: Step, other: Step): number =>
  one.name.length - other.name.length || (one.name < other.name ? -1 : 1)

interface Taking {
  readonly idleMs: number
  readonly running: Promise<void>
  readonly isOver: () => boolean
  /** Whether requests wait from before: then it can be that none comes. */
  readonly hasSome: boolean
}

/** The requests of a run as they come to be held. */
class Arrivals {
  #queue: HeldRequest[] = []
  #wake: () => void = () => {}

  constructor(hold: Hold) {
    void this.#listen(hold)
  }

  /** Takes so many, or more; fewer where none comes for some time, or the code is over. */
  async take(count: number, { idleMs, running, isOver, hasSome }: Taking): Promise<HeldRequest[]> {
    while (this.#queue.length < count && !isOver()) {
      const before = this.#queue.length
      const pause = idle(idleMs)
      const coming = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([coming, pause.over, running])
      pause.end()
      const isIdle = this.#queue.length === before
      if (isIdle && (hasSome || before > 0)) break
    }
    const taken = this.#queue
    this.#queue = []
    return taken
  }

  async #listen(hold: Hold): Promise<void> {
    try {
      for (;;) {
        // Awaited first: the queue may be another by then.
        const request = await hold.next()
        this.#queue.push(request)
        this.#wake()
      }
    } catch {
      // The hold has ended, and with it the run.
    }
  }
}
