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
import type { BundleLog } from './log.js'
import type { Bundle, BundledAnswer } from './read.js'

export interface BundleRun {
  /** Requests that were answered. */
  readonly requests: number
  readonly calls: number
  /** Requests that are still held at the end, if there are any. */
  readonly held?: number
  /** The replay stops at the first command with a different result. */
  readonly difference?: AnswerDifference | CallDifference
}

export interface AnswerDifference {
  readonly kind: 'request'
  readonly id: string
  readonly method: string
  readonly target: string
  /** Undefined if the request was held when it was recorded. */
  readonly expected?: BundledAnswer
  /** Undefined if the request is held in the replay. */
  readonly got?: BundledAnswer
  readonly changes: readonly StateChange[]
}

/** The call succeeded when it was recorded, but was refused in the replay. */
export interface CallDifference {
  readonly kind: 'admin'
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly answer: string
}

/**
 * Replays a bundle's commands with real time frozen, and compares each response with the recorded one.
 *
 * @param until where to stop if nothing differs before that. Defaults to the end of the log.
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

/** @param state the contents that the call put in place, or undefined if repeating the call gives the same ones */
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

/** @param name for error messages. @throws SeedProblems */
export async function seedOf(
  name: string,
  state: Bundle['beginning'],
  { world, seeds: { services } }: Pick<WorldContext, 'world' | 'seeds'>,
  bounds = world.bounds,
): Promise<WorldSeed> {
  const text = jsonLines(state)
  return WorldSeed.of(services, await readSeeds([{ name, text }], services), {}, bounds)
}

/** Freezes real time until it's released, so that clocks show exactly the times in the log. */
export class FrozenTime {
  #heldAt: number | undefined
  /** The ms for which it was frozen. */
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
