import { isUtf8 } from 'node:buffer'
import type { AdminCommand, LoggedCommand } from '../../domain/command.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import type { ServiceRequest } from '../../domain/requests/request.js'
import type { WorldService } from '../../domain/service.js'
import type { World } from '../../domain/world.js'
import { blankAuthorization, blankSignatures } from '../../inspect/mask.js'
import { type PendingEnds, UNANSWERED } from '../../request/faults/hold.js'
import { exportSeed } from '../../seed/export.js'
import { exportEffect } from '../../seed/export-faults.js'
import type { Seed } from '../../seed/schema/schema.js'
import { seedText } from '../../seed/stringify.js'
import type { WorldContext } from '../../worlds/context.js'
import { momentOf, oldestPoint } from '../point.js'
import { type Past, type ReplayedCommand, walk, worldAt } from '../replay.js'
import { answerOf } from './answer.js'
import {
  BUNDLE_FORMAT,
  type Bundle,
  type BundledAnswer,
  type BundledCall,
  type BundledHoldEnd,
  type BundledRequest,
} from './read.js'

/** A bundle whose states haven't been converted to text yet. */
export interface BundleView extends Omit<Bundle, 'beginning' | 'commands'> {
  readonly beginning: Seed
  readonly commands: readonly CommandView[]
}

type CallView = Omit<BundledCall, 'state'> & { readonly state?: Seed }

type CommandView = BundledRequest | CallView

/**
 * Creates a bundle of a world's current life, starting at the oldest point we can get back to. It replays the log to
 * get states that calls put in place, as well as responses that are no longer in the journal.
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
    // The log no longer has the commands before this one.
    if (isHeld && isHoldEnd(command)) return
    const answer = answerTo(ran, given)
    if (answer !== undefined) answers.push(answer)
    if (command.kind === 'request') commands.push(requestView(command, isHeld, world.services))
    else if (putsAnother(command))
      commands.push(callView(command, stateOf(ran.world, command.end, past.context)))
    else commands.push(callView(command))
  }
  // Start both at the same time, since the log drops old commands while it's being replayed.
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

/** Returns the response from the journal if that has all of it, or else the one from the replay. */
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

/** Returns true if a call replaced the contents, which may come from e.g. a snapshot rather than from the log. */
const putsAnother = ({ change: { area, call } }: AdminCommand): boolean =>
  area === 'state' && call.method !== 'PATCH'

/** Leaves out the secret for tokens, since every request records the outcome of checking its token. */
function stateOf(world: World, at: number, { world: { heap }, seeds }: WorldContext): Seed {
  world.clock.set(at)
  const { profile, ...state } = exportSeed(world, seeds.services, { heap })
  if (profile?.auth === undefined) return { ...state, ...(profile === undefined ? {} : { profile }) }
  const { secret: _, ...auth } = profile.auth
  return { ...state, profile: { ...profile, auth } }
}

function requestView(
  command: ServiceRequest,
  isHeld: boolean,
  services: readonly WorldService[],
): BundledRequest {
  const { id, at, method, target, httpVersion, origin, prefix, token, otherAddressOf, holdEnd } = command
  const elsewhere = services.flatMap(({ name }): [string, string][] => {
    const address = otherAddressOf?.(name)
    return address === undefined ? [] : [[name, address]]
  })
  return {
    kind: 'request',
    id,
    at,
    method,
    target,
    httpVersion,
    origin,
    prefix,
    headers: headerPairs(command.rawHeaders),
    ...bodyView(command.body),
    ...(command.bodyIsTooLarge ? { bodyIsTooLarge: true } : {}),
    ...(token === undefined ? {} : { token }),
    ...(elsewhere.length === 0 ? {} : { elsewhere: Object.fromEntries(elsewhere) }),
    ...(isHeld ? { held: true } : {}),
    ...(holdEnd === undefined ? {} : { holdEnd: holdEndView(holdEnd) }),
  }
}

const holdEndView = ({ fault: { id, effect }, release }: HoldEnd): BundledHoldEnd => ({
  fault: { id, ...exportEffect(effect) },
  release: typeof release === 'string' ? release : exportEffect(release.effect),
})

function headerPairs(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2)
    pairs.push([name, name.toLowerCase() === 'authorization' ? blankAuthorization(value) : value])
  }
  return pairs
}

function bodyView(body: ServiceRequest['body']): Pick<BundledRequest, 'body' | 'bodyBase64'> {
  if (body.length === 0) return {}
  return isUtf8(body) ? { body: body.toString('utf8') } : { bodyBase64: Buffer.from(body).toString('base64') }
}

function callView({ id, at, change }: AdminCommand, state?: Seed): CallView {
  const { area, id: changed, call } = change
  const { method, path, body } = call
  return {
    kind: 'admin',
    id,
    at,
    area,
    ...(changed === undefined ? {} : { changed }),
    method,
    path,
    // The state replaces the body it was created from.
    ...(state === undefined ? (body === '' ? {} : { body }) : { state }),
  }
}

/**
 * Converts a bundle to JSON, with each command and response on a line of its own. Token signatures are blanked.
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

/** Omits the closing brace, so that we can append more members. */
const openEnded = (value: object): string => JSON.stringify(value).slice(0, -1)
