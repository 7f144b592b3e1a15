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

/** A world of the emulator, and the same world of the model. */
export interface Place {
  readonly model: ModelWorld
  readonly client: EmulatorClient
}

/** An x-next that the emulator issued. */
export interface Given {
  readonly text: string
  readonly place: Place
  readonly cursor: ModelCursor
}

/** Changes an answer before it is compared, for tests of the simulation itself. */
export type Tamper = (response: Response, call: ModelCall, place: Place) => Response | Promise<Response>

/** A result of a step that the model does not allow. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch'
}

/** An emulator and its model, which get the same steps. */
export class Simulation {
  readonly universe: Universe = { real: 0, lives: 0 }
  /** The worlds, with the default world first. */
  readonly places: Place[] = []
  readonly given: Given[] = []
  readonly revoked: string[] = []
  /** The X-Emulator-Reason of a missing key. */
  absence: string | undefined
  readonly coverage = new Coverage()
  /** The steps and their results, a line for each step. */
  readonly trace: string[] = []
  /** Every answer to the byte. */
  readonly transcript: string[] = []
  /** The seed that the default world resets to, and that worlds from "seed" begin with. */
  seed: ModelSeed = SEED

  private constructor(
    readonly subject: Subject,
    readonly tokens: ReadonlyMap<string, HeldToken>,
    readonly tamper: Tamper,
  ) {
    this.universe.real = subject.machine.now
    this.places.push({ model: new ModelWorld('main', this.universe, { seed: SEED }), client: subject.client })
  }

  /** @param startOne an emulator to run with */
  static async start(
    tamper: Tamper = (response) => response,
    startOne: () => Promise<Subject> = startSubject,
  ): Promise<Simulation> {
    const subject = await startOne()
    return new Simulation(subject, await tokensOf(subject), tamper)
  }

  /** Returns a world by a number of any size, taken modulo the number of worlds. */
  place(number: number): Place {
    const place = this.places[number % this.places.length]
    if (place === undefined) throw new Error('there is no world at all')
    return place
  }

  /** Does one step. @throws Mismatch */
  async do(step: Step): Promise<void> {
    const place = this.place('world' in step ? step.world : 0)
    const done = this.coverage.steering(step, place.model, place === this.places[0])
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
        await look(this, this.place(step.world))
        return
      default:
        if (!(await manage(this, step))) await steer(this, step)
    }
  }

  /** Does steps, and checks every world at the end. @throws Mismatch */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.do(step)
    for (const place of this.places) await look(this, place)
  }

  /** Notes a step and its result. */
  note(place: Place | undefined, line: string): void {
    this.trace.push(place === undefined || place === this.places[0] ? line : `${place.model.name}: ${line}`)
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

/** Runs steps with an emulator of their own. @throws Mismatch whose message ends with the steps */
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
