import { RequestCommand } from '../../api/command.js'
import type { AdminCommand } from '../../domain/command.js'
import { readSeeds } from '../../seed/parse.js'
import { WorldSeed } from '../../seed/world-seed.js'
import { type StateChange, toChange } from '../change.js'
import { differences } from '../difference.js'
import type { Moment } from '../point.js'
import { type Past, Turns } from '../replay.js'
import type { BundleLog } from './commands.js'
import { answerOf, type Bundle, type BundledAnswer } from './format.js'

/** What came of running a bundle. */
export interface BundleRun {
  /** How many requests were answered. */
  readonly requests: number
  /** How many admin calls were made. */
  readonly calls: number
  /** The first command that did not do what it had done, with which the run ended. */
  readonly difference?: AnswerDifference | CallDifference
}

/** A request that was answered otherwise than it had been. */
export interface AnswerDifference {
  readonly kind: 'request'
  readonly id: string
  readonly method: string
  readonly target: string
  readonly expected: BundledAnswer
  readonly got: BundledAnswer
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
 * Runs the commands of a bundle in a world, which was made of its beginning and whose real time stands still, and holds
 * every answer to the one that was given.
 *
 * @param until where it ends, unless a command does something else ahead of that
 */
export async function runBundle(
  bundle: Bundle,
  log: BundleLog,
  past: Past,
  until: Moment,
): Promise<BundleRun> {
  const { world, plane } = past.context
  const states = new Map(
    bundle.commands.flatMap((command) =>
      command.kind === 'admin' && command.state !== undefined ? [[command.id, command.state] as const] : [],
    ),
  )
  const turns = new Turns(plane.monotonic)
  const count = { requests: 0, calls: 0 }
  for (const command of log.commands.slice(0, until.index)) {
    if (command instanceof RequestCommand) {
      const difference = await answerDifference(command, bundle.answers[count.requests], past)
      count.requests++
      if (difference !== undefined) return { ...count, difference }
    } else {
      const difference = await callDifference(command, states.get(command.id), past)
      count.calls++
      if (difference !== undefined) return { ...count, difference }
    }
    if (turns.isOver()) await turns.next()
  }
  if (world.clock.now() !== until.at) world.clock.set(until.at)
  return count
}

async function answerDifference(
  command: RequestCommand,
  expected: BundledAnswer | undefined,
  past: Past,
): Promise<AnswerDifference | undefined> {
  const { world, plane } = past.context
  const { id, method, target } = command
  const { reply } = await plane.again(world, command)
  const record = world.journal.newest
  // Reading a bundle made sure of its answer; a request that was answered has a record.
  if (expected === undefined || record === undefined) throw new Error(`${id} has no answer`)
  const got = answerOf(record, reply?.body)
  if (got.hash === expected.hash) return undefined
  const { length } = world.history
  const at = command.at
  const changed = await differences(past, { index: length - 1, at }, { index: length, at })
  return { kind: 'request', id, method, target, expected, got, changes: changed.map(toChange) }
}

/** @param state what the call put in the place of the contents; undefined: it is made again */
async function callDifference(
  command: AdminCommand,
  state: Bundle['beginning'] | undefined,
  { context, callAdmin }: Past,
): Promise<CallDifference | undefined> {
  const { id, at, change } = command
  const { world } = context
  world.history.continueFrom(Number(id.slice(1)) - 1)
  world.clock.set(at)
  if (state !== undefined) {
    const { repeats } = world.bounds
    const document = await readSeeds([{ name: `the state of ${id}`, text: JSON.stringify(state) }], repeats)
    const { baseline: contents } = await WorldSeed.of(document, {}, world.bounds)
    world.change(change, () => world.restore({ contents, at }))
    return undefined
  }
  const { status, body = '' } = await callAdmin(context, change.call)
  if (status < 400) return undefined
  const { method, path } = change.call
  return { kind: 'admin', id, method, path, status, answer: body.trim() }
}
