import { setImmediate } from 'node:timers/promises'
import type { WorldCopy } from '../domain/baseline.js'
import type { LoggedCall, LoggedCommand } from '../domain/command.js'
import type { RequestRecord } from '../domain/requests/record.js'
import type { Answer } from '../domain/requests/reply.js'
import { World } from '../domain/world.js'
import { type PendingEnds, UNANSWERED } from '../request/faults/hold.js'
import type { DataPlane } from '../request/pipeline.js'
import type { WorldContext } from '../worlds/context.js'
import type { LogMoment } from './point.js'

/** Makes an admin call in a world. */
export type CallAdmin = (
  context: WorldContext,
  call: LoggedCall,
) => Promise<{ readonly status: number; readonly body?: string }>

/** What running a log again takes. */
export interface Past {
  /** The world whose log it is. */
  readonly context: WorldContext
  readonly callAdmin: CallAdmin
}

/**
 * The world as it was at a moment: a separate world, which nobody else has. Its clock shows that moment.
 *
 * @throws Error if a command does not do what it did: a defect
 */
export async function worldAt(past: Past, moment: LogMoment): Promise<World> {
  const { world } = await replayTo(past, moment)
  world.clock.set(moment.at)
  return world
}

/** All of the world but its journal, as it was at a moment. */
export async function copyAt(past: Past, moment: LogMoment): Promise<WorldCopy> {
  return (await worldAt(past, moment)).copy()
}

/** What a command did when it was run again. */
export interface Ran {
  readonly command: LoggedCommand
  /** The world after it. */
  readonly world: World
  /** Set for a request that was answered here. */
  readonly record: RequestRecord | undefined
  /** The whole answer to a request, or UNANSWERED. */
  readonly answer: Answer | undefined
}

/**
 * Runs all commands between two moments again.
 *
 * `pending` is as for `DataPlane.again`.
 *
 * @param visit is called with the world after each command
 */
export async function walk(
  past: Past,
  { from, to, pending }: { readonly from: LogMoment; readonly to: LogMoment; readonly pending?: PendingEnds },
  visit: (ran: Ran) => void,
): Promise<void> {
  // Read first, since the log goes on in the meantime.
  const commands = past.context.world.history.list(from.index, to.index)
  const copies = copiesAfterPuts(past.context.world)
  let replay = await replayTo(past, from)
  const pauses = new Pauses(past.context.plane.monotonic)
  let { index } = from
  for (const command of commands) {
    index++
    const copy = putsContents(command) ? copies.get(index) : undefined
    const answer = copy === undefined ? await replay.run(command, pending) : undefined
    if (copy !== undefined) replay = new Replay(past, copy)
    const isAnswered = command.kind === 'request' && answer !== UNANSWERED
    const record = isAnswered ? replay.world.journal.newest : undefined
    visit({ command, world: replay.world, record, answer })
    await pauses.take()
  }
}

async function replayTo(past: Past, { index }: LogMoment): Promise<Replay> {
  const { world } = past.context
  const way = index === world.history.length ? undefined : world.history.wayTo(index)
  const replay = new Replay(past, way?.checkpoint.copy ?? world.copy())
  const pauses = new Pauses(past.context.plane.monotonic)
  for (const command of way?.commands ?? []) {
    await replay.run(command)
    await pauses.take()
  }
  return replay
}

/**
 * What commands put in the place of the contents, by their number and one: there is a checkpoint, or it was
 * the last.
 */
function copiesAfterPuts(world: World): ReadonlyMap<number, WorldCopy> {
  const { history } = world
  const copies = new Map(history.checkpoints.map(({ index, copy }) => [index, copy]))
  const last = history.at(history.length - 1)
  if (last !== undefined && putsContents(last)) copies.set(history.length, world.copy())
  return copies
}

const putsContents = (command: LoggedCommand): boolean =>
  command.kind !== 'request' && command.change.area === 'state'

/** A world in which commands are run again. */
class Replay {
  readonly world: World
  readonly #plane: DataPlane
  readonly #context: WorldContext
  readonly #callAdmin: CallAdmin

  /** @throws Refusal out_of_memory: a second world takes memory, however much it shares */
  constructor({ context, callAdmin }: Past, copy: WorldCopy) {
    context.world.heap.admit()
    // Its clock is frozen between commands.
    this.world = detachedWorld(context.world, copy)
    this.#plane = context.plane.unheard()
    this.#context = { ...context, world: this.world }
    this.#callAdmin = callAdmin
  }

  /** Runs a command at its time, and returns the answer to a request. */
  async run(command: LoggedCommand, pending?: PendingEnds): Promise<Answer | undefined> {
    if (command.kind === 'request') return this.#plane.again(this.world, command, pending)
    this.world.clock.set(command.at)
    const { call } = command.change
    const { status } = await this.#callAdmin(this.#context, call)
    if (status < 400) return undefined
    throw new Error(`${call.method} ${call.path} was answered ${status} when it was made again`)
  }
}

/** Lets other requests be answered while a long log is run again. */
export class Pauses {
  #lastPause: number

  constructor(private readonly monotonic: () => number) {
    this.#lastPause = monotonic()
  }

  /** Pauses if commands were run for long enough. */
  async take(): Promise<void> {
    if (this.monotonic() - this.#lastPause < PAUSE_EVERY_MS) return
    await setImmediate()
    this.#lastPause = this.monotonic()
  }
}

const PAUSE_EVERY_MS = 50

/**
 * A world that nobody else has, with a copy of another.
 *
 * @param real the machine's time, which is frozen in it, in ms
 */
export function detachedWorld(
  { services, bounds, id, grease, journal }: World,
  copy: WorldCopy,
  real = 0,
): World {
  const world = new World(services, copy.contents, () => real, bounds, { id, grease })
  world.journal.repeat(journal)
  world.restore(copy)
  return world
}
