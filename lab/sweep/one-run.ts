import type {
  ClockInfo,
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

/** The maximum number of requests to look at in a run. */
const REQUESTS_MAX = 10_000

export interface Disturbance {
  readonly grease?: number
  readonly prepare?: (world: EmulatorClient) => Promise<unknown>
  /** Called with 0 at the start, and with the number of each clock move after that move. */
  readonly onMoved?: (world: EmulatorClient, move: number) => Promise<unknown>
}

export interface RunResult {
  readonly ended: Ended
  readonly state: FinalState
  readonly requests: readonly RequestSummary[]
  readonly moves: number
  /** Tokens without their signatures, by request id. */
  readonly tokens: ReadonlyMap<string, string>
  /** A fault's answer with Retry-After, and the next request with the same subject. */
  readonly retry: RetriedAnswer | undefined
}

/** Runs the code under test, each time in a copy of the same world. */
export class Runner {
  readonly subjects: Subjects

  private constructor(
    /** Runs never use this world, only copies of it. */
    readonly untouched: EmulatorClient,
    readonly operations: Operations,
    private readonly run: Swept,
    private readonly timeoutMs: number,
  ) {
    this.subjects = new Subjects(operations)
  }

  /** Freezes the worlds' clock until the run moves it or lets it run. */
  static async start(emulator: EmulatorClient, run: Swept, timeoutMs: number): Promise<Runner> {
    const untouched = await emulator.world()
    await untouched.clock.freeze()
    return new Runner(untouched, await Operations.of(untouched), run, timeoutMs)
  }

  close(): Promise<void> {
    return this.untouched.close()
  }

  /** @param look called with the run's world before that's closed */
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

export function detailsOf(
  world: EmulatorClient,
  requests: readonly RequestSummary[],
): Promise<RequestDetails[]> {
  return Promise.all(requests.map(({ id }) => world.request(id)))
}

/**
 * Creates the world that's passed to the code. It reports each clock move and can't be closed by the code.
 *
 * @param onMoved called after each move, and may move the clock again before the code continues
 */
function givenWorld(world: WorldClient, onMoved: () => Promise<unknown>): WorldClient {
  const { clock } = world
  const noticed = async <T extends ClockInfo>(moving: Promise<T>): Promise<T> => {
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
