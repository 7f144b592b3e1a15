import type { ModelCall, ModelCursor } from '../../conformance/model/call.js'
import type { EmulatorClient } from '../../src/index.js'
import { Coverage } from './coverage.js'
import { difference } from './difference.js'
import { look } from './look.js'
import { manage } from './management.js'
import type { ModelSeed } from './model/seed.js'
import { ModelWorld, type Universe } from './model/world.js'
import { type Collection, sendRequest, walk } from './requests.js'
import { steer } from './steering.js'
import type { Step } from './steps.js'
import { SEED, type Subject, startSubject } from './subject.js'
import { type HeldToken, tokensOf } from './tokens.js'

/** The same world in the emulator and in the model. */
export interface WorldPair {
  readonly model: ModelWorld
  readonly client: EmulatorClient
}

/** An x-next that the emulator has issued. */
export interface IssuedCursor {
  readonly text: string
  readonly pair: WorldPair
  readonly cursor: ModelCursor
}

/** Changes an answer before it's compared. Used to test the simulation itself. */
export type Tamper = (response: Response, call: ModelCall, pair: WorldPair) => Response | Promise<Response>

/** Thrown if the emulator does something that the model doesn't expect. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch'
}

/** An emulator and its model, which take the same steps. */
export class Simulation {
  readonly universe: Universe = { real: 0, lives: 0 }
  /** The default world comes first. */
  readonly worlds: WorldPair[] = []
  readonly given: IssuedCursor[] = []
  readonly revoked: string[] = []
  /** The `X-Emulator-Reason` of a missing key. */
  absence: string | undefined
  readonly coverage = new Coverage()
  /** A line for each step, with its result. */
  readonly trace: string[] = []
  /** Every answer, with every byte. */
  readonly transcript: string[] = []
  /** The seed that the default world resets to. Worlds created from "seed" start with it, too. */
  seed: ModelSeed = SEED

  private constructor(
    readonly subject: Subject,
    readonly tokens: ReadonlyMap<string, HeldToken>,
    readonly tamper: Tamper,
  ) {
    this.universe.real = subject.machine.now
    this.worlds.push({ model: new ModelWorld('main', this.universe, { seed: SEED }), client: subject.client })
  }

  /** @param startOne starts the emulator */
  static async start(
    tamper: Tamper = (response) => response,
    startOne: () => Promise<Subject> = startSubject,
  ): Promise<Simulation> {
    const subject = await startOne()
    return new Simulation(subject, await tokensOf(subject), tamper)
  }

  /** Returns the world with this number modulo the number of worlds. */
  pair(number: number): WorldPair {
    const pair = this.worlds[number % this.worlds.length]
    if (pair === undefined) throw new Error('there are no worlds')
    return pair
  }

  /** @throws Mismatch */
  async do(step: Step): Promise<void> {
    const pair = this.pair('world' in step ? step.world : 0)
    const done = this.coverage.steering(step, pair.model, pair === this.worlds[0])
    await this.#take(step)
    done()
  }

  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case 'request':
        await sendRequest(this, step)
        return
      case 'walk':
        await walk(this, step satisfies Collection)
        return
      case 'look':
        await look(this, this.pair(step.world))
        return
      default:
        if (!(await manage(this, step))) await steer(this, step)
    }
  }

  /**
   * Takes these steps, and then checks every world.
   *
   * @throws Mismatch
   */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.do(step)
    for (const pair of this.worlds) await look(this, pair)
  }

  note(pair: WorldPair | undefined, line: string): void {
    this.trace.push(pair === undefined || pair === this.worlds[0] ? line : `${pair.model.name}: ${line}`)
  }

  /** @throws Mismatch if the two differ */
  hold(what: string, expected: unknown, actual: unknown): void {
    const found = difference(expected, actual)
    if (found !== undefined) throw new Mismatch(`${what}: ${found}`)
  }

  close(): Promise<void> {
    return this.subject.close()
  }
}

/**
 * Takes these steps on a new emulator.
 *
 * @throws Mismatch whose message ends with the steps
 */
export async function simulate(
  steps: readonly Step[],
  tamper?: Tamper,
  startOne?: () => Promise<Subject>,
): Promise<Simulation> {
  const simulation = await Simulation.start(tamper, startOne)
  try {
    await simulation.run(steps)
    return simulation
  } catch (error) {
    const lines = simulation.trace.map((line) => `  ${line}`)
    const problem = error instanceof Mismatch ? error.message : error instanceof Error ? error.stack : error
    throw new Mismatch(`${problem}\nafter these steps:\n${lines.join('\n')}`)
  } finally {
    await simulation.close()
  }
}
