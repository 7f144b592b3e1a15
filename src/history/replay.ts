import { RequestCommand } from '../api/command.js'
import { type PendingEnds, UNANSWERED } from '../api/faults/hold.js'
import type { Answer } from '../api/message.js'
import type { DataPlane } from '../api/pipeline.js'
import type { RequestRecord } from '../api/record.js'
import type { Capture } from '../domain/baseline.js'
import type { AdminCall, LoggedCommand } from '../domain/command.js'
import type { World } from '../domain/world.js'
import type { WorldContext } from '../worlds/context.js'
import { worldAside } from './aside.js'
import type { Moment } from './point.js'

/** A command of the log of a world. */
export type WorldCommand = LoggedCommand<RequestCommand>

/** Makes an admin call in a world. */
export type CallAdmin = (
  context: WorldContext,
  call: AdminCall,
) => Promise<{ readonly status: number; readonly body?: string }>

/** What running a log again takes. */
export interface Past {
  /** The world whose log it is. */
  readonly context: WorldContext
  readonly callAdmin: CallAdmin
}

/** How long commands are run before others have their turn, in real ms. */
const SLICE_MS = 5

/**
 * The world as it was at a moment: a world of its own, which nobody else has. Its clock shows that moment.
 *
 * @throws Error where a command does not do what it did: a defect
 */
export async function worldAt(past: Past, moment: Moment): Promise<World<RequestRecord>> {
  const { world } = await replayTo(past, moment)
  world.clock.set(moment.at)
  return world
}

/** All of the world but its journal, as it was at a moment. */
export async function captureAt(past: Past, moment: Moment): Promise<Capture> {
  return (await worldAt(past, moment)).capture()
}

/** What a command did when it was run again. */
export interface Ran {
  readonly command: WorldCommand
  /** The world behind it. */
  readonly world: World<RequestRecord>
  /** Of a request that was answered here. */
  readonly record: RequestRecord | undefined
  /** Of a request: the whole answer, or UNANSWERED. */
  readonly answer: Answer | undefined
}

/**
 * Runs all commands between two moments again.
 *
 * @param visit is shown the world behind each command
 * @param pending as for `DataPlane.again`
 */
export async function walk(
  past: Past,
  from: Moment,
  to: Moment,
  visit: (ran: Ran) => void | Promise<void>,
  pending?: PendingEnds,
): Promise<void> {
  // Taken at once, since the log goes on meanwhile.
  const commands = past.context.world.history.list(from.index, to.index)
  const landings = landingsOf(past.context.world)
  let replay = await replayTo(past, from)
  const turns = new Turns(past.context.plane.monotonic)
  let { index } = from
  for (const command of commands) {
    index++
    const landing = putsContents(command) ? landings.get(index) : undefined
    const running = landing === undefined ? replay.run(command, pending) : undefined
    const answer = running instanceof Promise ? await running : running
    if (landing !== undefined) replay = new Replay(past, landing)
    const isAnswered = command instanceof RequestCommand && answer !== UNANSWERED
    const record = isAnswered ? replay.world.journal.newest : undefined
    const visiting = visit({ command, world: replay.world, record, answer })
    if (visiting !== undefined) await visiting
    if (turns.isOver()) await turns.next()
  }
}

async function replayTo(past: Past, { index }: Moment): Promise<Replay> {
  const { world } = past.context
  const way = index === world.history.length ? undefined : world.history.wayTo(index)
  const replay = new Replay(past, way?.checkpoint.capture ?? world.capture())
  const turns = new Turns(past.context.plane.monotonic)
  for (const command of way?.commands ?? []) {
    const running = replay.run(command)
    if (running instanceof Promise) await running
    if (turns.isOver()) await turns.next()
  }
  return replay
}

/** What commands put in the place of the contents, by their number and one: there is a checkpoint, or it was the last. */
function landingsOf(world: World<RequestRecord>): ReadonlyMap<number, Capture> {
  const { history } = world
  const landings = new Map(history.checkpoints.map(({ index, capture }) => [index, capture]))
  const last = history.at(history.length - 1)
  if (last !== undefined && putsContents(last)) landings.set(history.length, world.capture())
  return landings
}

const putsContents = (command: WorldCommand): boolean =>
  !(command instanceof RequestCommand) && command.change.area === 'state'

/** A world in which commands are run again. */
class Replay {
  readonly world: World<RequestRecord>
  readonly #plane: DataPlane
  readonly #context: WorldContext
  readonly #callAdmin: CallAdmin

  constructor({ context, callAdmin }: Past, capture: Capture) {
    // Its clock stands still between commands.
    this.world = worldAside(context.world, capture)
    this.#plane = context.plane.unheard()
    this.#context = { ...context, world: this.world }
    this.#callAdmin = callAdmin
  }

  /** Runs a command at its time, and gives the answer to a request; a promise where it takes more than one turn. */
  run(command: WorldCommand, pending?: PendingEnds): Answer | Promise<Answer | undefined> {
    if (command instanceof RequestCommand) return this.#plane.again(this.world, command, pending)
    this.world.clock.set(command.at)
    return this.#call(command.change.call)
  }

  async #call(call: AdminCall): Promise<undefined> {
    const { status } = await this.#callAdmin(this.#context, call)
    if (status >= 400)
      throw new Error(`${call.method} ${call.path} was answered ${status} when it was made again`)
  }
}

/** Tells when others are to be let through. */
export class Turns {
  #began: number

  constructor(private readonly monotonic: () => number) {
    this.#began = monotonic()
  }

  isOver(): boolean {
    return this.monotonic() - this.#began >= SLICE_MS
  }

  async next(): Promise<void> {
    this.#began = this.monotonic()
  }
}
