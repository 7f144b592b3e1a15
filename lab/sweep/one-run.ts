import type {
  ClockReading,
  EmulatorClient,
  RequestDetails,
  RequestSummary,
  WorldClient,
} from 'tristore-emulator'
import { Operations } from '../operations.js'
import { numberOf } from '../text.js'
import type { Swept } from './options.js'
import { authorizationOf, Subjects } from './requests.js'
import { type RetriedAnswer, retryIn } from './retry-after.js'
import { type FinalState, finalStateOf } from './state/final-state.js'
import { type Ended, within } from './time-limit.js'

/** The most requests of one run that are looked at. */
const REQUESTS_MAX = 10_000

export interface Disturbance {
  /** The number by which the world varies its answers. */
  readonly grease?: number
  /** Changes the world before the run. */
  readonly prepare?: (world: EmulatorClient) => Promise<unknown>
  /** Is called at the start with 0, and after each move of the clock that the run makes with its number. */
  readonly onMoved?: (world: EmulatorClient, move: number) => Promise<unknown>
}

export interface RunResult {
  readonly ended: Ended
  readonly state: FinalState
  /** In the order of their arrival. */
  readonly requests: readonly RequestSummary[]
  /** The number of times it moved the clock. */
  readonly moves: number
  /** The tokens that requests carried, without their signatures, by the ids of the requests. */
  readonly tokens: ReadonlyMap<string, string>
  /** The answer of a fault with Retry-After, and the next request of its subject. */
  readonly retry: RetriedAnswer | undefined
}

/** Runs swept code in worlds that are all alike. */
export class Runner {
  readonly subjects: Subjects

  private constructor(
    /** A world that no run has touched; the worlds of the runs are copied from it. */
    readonly untouched: EmulatorClient,
    readonly operations: Operations,
    private readonly run: Swept,
    private readonly timeoutMs: number,
  ) {
    this.subjects = new Subjects(operations)
  }

  /** The clock of the worlds is frozen until the run moves it, or lets it run. */
  static async start(emulator: EmulatorClient, run: Swept, timeoutMs: number): Promise<Runner> {
    const untouched = await emulator.world()
    await untouched.clock.freeze()
    return new Runner(untouched, await Operations.of(untouched), run, timeoutMs)
  }

  close(): Promise<void> {
    return this.untouched.close()
  }

  /** @param look is called with the world of the run before that is closed */
  async once<T>(
    { grease, prepare, onMoved }: Disturbance,
    look: (result: RunResult, world: EmulatorClient) => Promise<T> | T,
  ): Promise<T> {
    const world = await this.untouched.world({
      from: 'current',
      ...(grease === undefined ? {} : { grease }),
    })
    try {
      await prepare?.(world)
      await onMoved?.(world, 0)
      let moves = 0
      const given = givenWorld(world, async () => onMoved?.(world, ++moves))
      const ended = await within(this.timeoutMs, (signal) => this.run(given, { signal }))
      const state = finalStateOf(await world.state.get())
      const requests = await requestsTo(world)
      const retry = await retryIn(requests, this.subjects, world)
      const tokens = await this.#tokensOf(requests, world)
      return await look({ ended, state, requests, moves, tokens, retry }, world)
    } finally {
      await world.close()
    }
  }

  async #tokensOf(
    requests: readonly RequestSummary[],
    world: EmulatorClient,
  ): Promise<ReadonlyMap<string, string>> {
    const byToken = requests.filter(
      ({ operation }) => this.operations.named(operation)?.credential === 'bearer',
    )
    return new Map((await detailsOf(world, byToken)).map((one) => [one.id, authorizationOf(one)]))
  }
}

async function requestsTo(world: EmulatorClient): Promise<RequestSummary[]> {
  const requests = await world.requests({ limit: REQUESTS_MAX })
  return requests.sort((a, b) => numberOf(a) - numberOf(b))
}

/** Returns the requests of a run with details. */
export function detailsOf(
  world: EmulatorClient,
  requests: readonly RequestSummary[],
): Promise<RequestDetails[]> {
  return Promise.all(requests.map(({ id }) => world.request(id)))
}

/**
 * The world as swept code gets it: each move of its clock is reported, and it is the sweep that closes it.
 *
 * @param onMoved is called after the move; the clock that it leaves is what the code reads
 */
function givenWorld(world: WorldClient, onMoved: () => Promise<unknown>): WorldClient {
  const { clock } = world
  const noticed = async <T extends ClockReading>(moving: Promise<T>): Promise<T> => {
    const moved = await moving
    await onMoved()
    return { ...moved, ...(await clock.get()) }
  }
  const noticing: EmulatorClient['clock'] = {
    ...clock,
    set: (instant, options) => noticed(clock.set(instant, options)),
    advance: (by, options) => noticed(clock.advance(by, options)),
    to: (waypoint, options) => noticed(clock.to(waypoint, options)),
  }
  const close = async (): Promise<void> => {}
  return { ...world, clock: noticing, close, [Symbol.asyncDispose]: close }
}
