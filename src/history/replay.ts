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

export type CallAdmin = (
  context: WorldContext,
  call: LoggedCall,
) => Promise<{ readonly status: number; readonly body?: string }>

export interface Past {
  /** The world that the log belongs to. */
  readonly context: WorldContext
  readonly callAdmin: CallAdmin
}

/**
 * Rebuilds a world's state at a moment, in a separate world whose clock shows that moment.
 *
 * @throws Error if a command doesn't do the same as before, which would be a bug
 */
export async function worldAt(past: Past, moment: LogMoment): Promise<World> {
  const { world } = await replayTo(past, moment)
  world.clock.set(moment.at)
  return world
}

/** Copies everything except the journal. */
export async function copyAt(past: Past, moment: LogMoment): Promise<WorldCopy> {
  return (await worldAt(past, moment)).copy()
}

export interface ReplayedCommand {
  readonly command: LoggedCommand
  /** After the command. */
  readonly world: World
  /** Only set for a request that was answered in the replay. */
  readonly record: RequestRecord | undefined
  /** A request's full response, or `UNANSWERED`. */
  readonly answer: Answer | undefined
}

/**
 * Replays all commands between two moments. See `DataPlane.again` for `pending`.
 *
 * @param visit called after each command
 */
export async function walk(
  past: Past,
  { from, to, pending }: { readonly from: LogMoment; readonly to: LogMoment; readonly pending?: PendingEnds },
  visit: (ran: ReplayedCommand) => void,
): Promise<void> {
  // Read these first, since the log may grow during the replay.
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
  const path = index === world.history.length ? undefined : world.history.pathTo(index)
  const replay = new Replay(past, path?.checkpoint.copy ?? world.copy())
  const pauses = new Pauses(past.context.plane.monotonic)
  for (const command of path?.commands ?? []) {
    await replay.run(command)
    await pauses.take()
  }
  return replay
}

/**
 * Contents that commands put in place, by the number of the next command. After each such command there's a checkpoint,
 * unless it's the last.
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

class Replay {
  readonly world: World
  readonly #plane: DataPlane
  readonly #context: WorldContext
  readonly #callAdmin: CallAdmin

  /** @throws Refusal `out_of_memory`, since a second world takes memory even though they share a lot */
  constructor({ context, callAdmin }: Past, copy: WorldCopy) {
    context.world.heap.admit()
    this.world = detachedWorld(context.world, copy)
    this.#plane = context.plane.silent()
    this.#context = { ...context, world: this.world }
    this.#callAdmin = callAdmin
  }

  /** Runs a command at its original time, and returns the response to a request. */
  async run(command: LoggedCommand, pending?: PendingEnds): Promise<Answer | undefined> {
    if (command.kind === 'request') return this.#plane.again(this.world, command, pending)
    this.world.clock.set(command.at)
    const { call } = command.change
    const { status } = await this.#callAdmin(this.#context, call)
    if (status < 400) return undefined
    throw new Error(`${call.method} ${call.path} returned ${status} when it was replayed`)
  }
}

/** Lets the event loop serve other requests during a long replay. */
export class Pauses {
  #lastPause: number

  constructor(private readonly monotonic: () => number) {
    this.#lastPause = monotonic()
  }

  async take(): Promise<void> {
    if (this.monotonic() - this.#lastPause < PAUSE_EVERY_MS) return
    await setImmediate()
    this.#lastPause = this.monotonic()
  }
}

const PAUSE_EVERY_MS = 50

/** Clients can't reach this world. @param real the frozen real time in ms */
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
