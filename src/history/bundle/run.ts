import { numberOf } from '../../core/command-id.js'
import type { AdminCommand } from '../../domain/command.js'
import type { ServiceRequest } from '../../domain/requests/request.js'
import { type PendingEnds, UNANSWERED } from '../../request/faults/hold.js'
import { readSeeds } from '../../seed/parse.js'
import { jsonLines } from '../../seed/stringify.js'
import type { WorldContext } from '../../worlds/context.js'
import { WorldSeed } from '../../worlds/world-seed.js'
import { type StateChange, toChange } from '../change.js'
import { differences } from '../difference.js'
import { type Past, Pauses } from '../replay.js'
import { answerOf } from './answer.js'
import type { BundleLog } from './commands.js'
import type { Bundle, BundledAnswer } from './format.js'

/** What came of running a bundle. */
export interface BundleRun {
  /** How many requests were answered. */
  readonly requests: number
  /** How many admin calls were made. */
  readonly calls: number
  /** How many requests were held to the end; left out if none was. */
  readonly held?: number
  /** The first command that did not do what it had done, with which the run ended. */
  readonly difference?: AnswerDifference | CallDifference
}

/** A request that was answered otherwise than it had been. */
export interface AnswerDifference {
  readonly kind: 'request'
  readonly id: string
  readonly method: string
  readonly target: string
  /** Left out if it had been held. */
  readonly expected?: BundledAnswer
  /** Left out if it is held. */
  readonly got?: BundledAnswer
  /** What the request changed now. */
  readonly changes: readonly StateChange[]
}

/** An admin call that was refused, and had been made. */
export interface CallDifference {
  readonly kind: 'admin'
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** What it was answered. */
  readonly answer: string
}

/**
 * Runs the commands of a bundle in a world that was made of its beginning, with frozen real time, and
 * compares every answer with the one that was given.
 *
 * @param until where it ends, unless a command does something else before that; left out, the end of the log
 */
export async function runBundle(log: BundleLog, past: Past, until = log.end): Promise<BundleRun> {
  const { bundle } = log
  const { world, plane } = past.context
  const states = new Map(
    bundle.commands.flatMap((command) =>
      command.kind === 'admin' && command.state !== undefined ? [[command.id, command.state] as const] : [],
    ),
  )
  const pauses = new Pauses(plane.monotonic)
  const count = { requests: 0, calls: 0 }
  const pending: PendingEnds = new Map()
  for (const [index, command] of log.commands.slice(0, until.index).entries()) {
    if (command.kind === 'request') {
      const expected = isHeld(bundle.commands[index]) ? undefined : bundle.answers[count.requests]
      const difference = await answerDifference(command, expected, { ...past, pending })
      if (expected !== undefined) count.requests++
      if (difference !== undefined) return { ...count, difference }
    } else {
      const difference = await callDifference(command, states.get(command.id), past)
      count.calls++
      if (difference !== undefined) return { ...count, difference }
    }
    await pauses.take()
  }
  if (world.clock.now() !== until.at) world.clock.set(until.at)
  return pending.size === 0 ? count : { ...count, held: pending.size }
}

const isHeld = (command: Bundle['commands'][number] | undefined): boolean =>
  command?.kind === 'request' && command.held === true

async function answerDifference(
  command: ServiceRequest,
  expected: BundledAnswer | undefined,
  past: Past & { readonly pending: PendingEnds },
): Promise<AnswerDifference | undefined> {
  const { world, plane } = past.context
  const { id, method, target } = command
  const answer = plane.again(world, command, past.pending)
  const record = answer === UNANSWERED ? undefined : world.journal.newest
  const got = record && answerOf(record, answer.reply?.body)
  if (got?.hash === expected?.hash) return undefined
  const { length } = world.history
  const at = command.at
  const changed = await differences(past, { index: length - 1, at }, { index: length, at })
  return {
    kind: 'request',
    id,
    method,
    target,
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    changes: changed.map(toChange),
  }
}

/** @param state what the call put in the place of the contents; undefined: it is made again */
async function callDifference(
  command: AdminCommand,
  state: Bundle['beginning'] | undefined,
  { context, callAdmin }: Past,
): Promise<CallDifference | undefined> {
  const { id, at, change } = command
  const { world } = context
  world.history.continueFrom(numberOf(id) - 1)
  world.clock.set(at)
  if (state !== undefined) {
    const { baseline: contents } = await seedOf(`the state of ${id}`, state, context)
    world.change(change, () => world.restore({ contents, at }))
    return undefined
  }
  const { status, body = '' } = await callAdmin(context, change.call)
  if (status < 400) return undefined
  const { method, path } = change.call
  return { kind: 'admin', id, method, path, status, answer: body.trim() }
}

/**
 * Makes the seed that a state in a bundle is.
 *
 * @param name of the state, for problems with it
 * @throws SeedProblems
 */
export async function seedOf(
  name: string,
  state: Bundle['beginning'],
  { world, seeds: { services } }: Pick<WorldContext, 'world' | 'seeds'>,
  bounds = world.bounds,
): Promise<WorldSeed> {
  const text = jsonLines(state)
  return WorldSeed.of(services, await readSeeds([{ name, text }], services), {}, bounds)
}

/** The machine's time, which is frozen until it is released: clocks show what a run sets them to. */
export class FrozenTime {
  #heldAt: number | undefined
  /** ms for which it was held. */
  #behind = 0

  constructor(private readonly realNow: () => number) {
    this.#heldAt = realNow()
  }

  now(): number {
    return this.#heldAt ?? this.realNow() - this.#behind
  }

  release(): void {
    if (this.#heldAt === undefined) return
    this.#behind = this.realNow() - this.#heldAt
    this.#heldAt = undefined
  }
}
