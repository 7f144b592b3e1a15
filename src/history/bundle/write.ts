import type { AdminCommand, LoggedCommand } from '../../domain/command.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import type { World } from '../../domain/world.js'
import { blankSignatures } from '../../inspect/mask.js'
import { type PendingEnds, UNANSWERED } from '../../request/faults/hold.js'
import { exportSeed } from '../../seed/export.js'
import type { Seed } from '../../seed/schema/schema.js'
import { seedText } from '../../seed/stringify.js'
import type { WorldContext } from '../../worlds/context.js'
import { momentOf, oldestPoint } from '../point.js'
import { type Past, type ReplayedCommand, walk, worldAt } from '../replay.js'
import { answerOf } from './answer.js'
import { type CommandView, callView, requestView } from './commands.js'
import { BUNDLE_FORMAT, type Bundle, type BundledAnswer } from './read.js'

/** The states aren't text yet. */
export interface BundleView extends Omit<Bundle, 'beginning' | 'commands'> {
  readonly beginning: Seed
  readonly commands: readonly CommandView[]
}

/**
 * Bundles a world's current life from the oldest point that we can get back to. Replays the log for the states that
 * calls put in place, and for the responses that the journal no longer has.
 */
export async function bundleOf(past: Past): Promise<BundleView> {
  const { world, version, grease = null } = past.context
  const [from, to] = [momentOf(oldestPoint(world), world), momentOf('now', world)]
  const given = new Map(Array.from(world.journal.list(), (record) => [record.id, record]))
  const commands: CommandView[] = []
  const pending: PendingEnds = new Map()
  const answers: BundledAnswer[] = []
  const note = (ran: ReplayedCommand) => {
    const { command } = ran
    const isHeld = ran.answer === UNANSWERED
    // This ends the hold of a request that the log no longer has.
    if (isHeld && isHoldEnd(command)) return
    const answer = answerTo(ran, given)
    if (answer !== undefined) answers.push(answer)
    if (command.kind === 'request') commands.push(requestView(command, isHeld, world.services))
    else if (putsAnother(command))
      commands.push(callView(command, stateOf(ran.world, command.end, past.context)))
    else commands.push(callView(command))
  }
  // Start both at once, since the log may drop old commands during the replay.
  const [begun] = await Promise.all([worldAt(past, from), walk(past, { from, to, pending }, note)])
  return {
    format: BUNDLE_FORMAT,
    version,
    at: to.at,
    options: { grease, bounds: world.bounds },
    beginning: stateOf(begun, from.at, past.context),
    commands,
    answers,
  }
}

/** The journal's response, if complete, or else the replay's. */
function answerTo(
  { command, record, answer }: ReplayedCommand,
  given: ReadonlyMap<string, RequestRecord>,
): BundledAnswer | undefined {
  if (record === undefined) return undefined
  const kept = given.get(command.id)
  return kept?.hasBodies === true
    ? answerOf(kept, kept.replyBody?.text)
    : answerOf(record, answer?.reply?.body)
}

const isHoldEnd = (command: LoggedCommand): boolean =>
  command.kind === 'request' && command.holdEnd !== undefined

/** The new contents may come from outside the log, e.g. from a snapshot. */
const putsAnother = ({ change: { area, call } }: AdminCommand): boolean =>
  area === 'state' && call.method !== 'PATCH'

/** Leaves out the token secret, since every request records the outcome of its token check. */
function stateOf(world: World, at: number, { world: { heap }, seeds }: WorldContext): Seed {
  world.clock.set(at)
  const { profile, ...state } = exportSeed(world, seeds.services, { heap })
  if (profile?.auth === undefined) return { ...state, ...(profile === undefined ? {} : { profile }) }
  const { secret: _, ...auth } = profile.auth
  return { ...state, profile: { ...profile, auth } }
}

/**
 * JSON with each command and response on a line of its own. Blanks token signatures.
 *
 * @throws RangeError if the text would exceed the maximum string length
 */
export function bundleText({ beginning, commands, answers, ...head }: BundleView): string {
  const text = [
    `${openEnded(head)},`,
    `"beginning": ${seedText(beginning, 'json')},"commands": [${lines(commands.map(commandText))}],`,
    `"answers": [${lines(answers.map((answer) => JSON.stringify(answer)))}]}`,
  ]
  return blankSignatures(`${text.join('\n')}\n`)
}

const lines = (texts: readonly string[]): string => (texts.length === 0 ? '\n' : `\n${texts.join(',\n')}\n`)

function commandText(command: CommandView): string {
  if (command.kind === 'request' || command.state === undefined) return JSON.stringify(command)
  const { state, ...others } = command
  return `${openEnded(others)},"state": ${seedText(state, 'json')}}`
}

/** Omits the closing brace, so that more members can follow. */
const openEnded = (value: object): string => JSON.stringify(value).slice(0, -1)
