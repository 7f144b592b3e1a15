import { isUtf8 } from 'node:buffer'
import { RequestCommand } from '../../api/command.js'
import { type PendingEnds, UNANSWERED } from '../../api/faults/hold.js'
import type { RequestRecord } from '../../api/record.js'
import { LazyList } from '../../core/lazy-list.js'
import { utf8Parts } from '../../core/text/utf8-parts.js'
import type { AdminCommand } from '../../domain/command.js'
import type { HoldEnd } from '../../domain/faults/holds.js'
import type { Journal } from '../../domain/journal.js'
import type { World } from '../../domain/world.js'
import { blankAuthorization, blankSignaturesIn } from '../../journal/mask.js'
import { exportSeed } from '../../seed/export.js'
import { exportEffect } from '../../seed/export-faults.js'
import type { Seed } from '../../seed/schema/schema.js'
import { seedPieces } from '../../seed/stringify.js'
import { momentOf, oldestPoint } from '../point.js'
import { type Past, type Ran, type WorldCommand, walk, worldAt } from '../replay.js'
import { answerOf } from './answer.js'
import type { Bundle, BundledAnswer, BundledCall, BundledHoldEnd, BundledRequest } from './format.js'

/** A bundle to be written: its states are made on the way. */
export interface BundleView extends Omit<Bundle, 'beginning' | 'commands' | 'answers'> {
  readonly beginning: Seed
  readonly commands: Iterable<CommandView>
  readonly answers: Iterable<BundledAnswer>
}

/** A call whose body may be long. */
interface CallView extends Omit<BundledCall, 'body' | 'state'> {
  readonly body?: string
  readonly state?: Seed
}

/** A request whose body may be long. */
interface RequestView extends Omit<BundledRequest, 'body' | 'bodyBase64'> {
  readonly longBody?: Uint8Array
}

type CommandView = RequestView | CallView

/**
 * The present life of a world as a bundle, from the oldest point that can be reached. The log is run again: that tells
 * what a call put in the place of the contents, and the answers that the journal has forgotten.
 */
export async function bundleOf(past: Past): Promise<BundleView> {
  const { world, version, grease = null } = past.context
  const [from, to] = [momentOf(oldestPoint(world), world), momentOf('now', world)]
  const given = new Map<string, RequestRecord>()
  const gathering = gather(world.journal, given)
  const commands: WorldCommand[] = []
  const states = new Map<string, Seed>()
  const held = new Set<WorldCommand>()
  const pending: PendingEnds = new Map()
  const answers: BundledAnswer[] = []
  const note = async (ran: Ran) => {
    const { command } = ran
    await gathering
    if (ran.answer === UNANSWERED) {
      // The end of what came before all that is left.
      if (isHoldEnd(command)) return
      held.add(command)
    }
    commands.push(command)
    const answer = answerTo(ran, given)
    if (answer !== undefined) answers.push(answer)
    if (!(command instanceof RequestCommand) && putsAnother(command))
      states.set(command.id, await stateOf(ran.world, command.end))
  }
  const [beginning] = await Promise.all([worldAt(past, from), walk(past, from, to, note, pending)])
  const { memory: _, ...bounds } = world.bounds
  return {
    format: commands.some((command) => held.has(command) || isHoldEnd(command))
      ? 'tristore-bundle/2'
      : 'tristore-bundle/1',
    version,
    at: to.at,
    options: { grease, bounds },
    beginning: await stateOf(beginning, from.at),
    commands: LazyList.map(commands, (command) =>
      command instanceof RequestCommand
        ? requestView(command, held.has(command))
        : callView(command, states.get(command.id)),
    ),
    answers,
  }
}

/** The requests that the journal has, by id; those that it forgets meanwhile may be missing. */
function gather(journal: Journal<RequestRecord>, given: Map<string, RequestRecord>): void {
  for (const record of journal.newestFirst()) {
    given.set(record.id, record)
  }
}

/** The answer that was given, as the journal has it; what it has forgotten, or not whole, as it is when it is run again. */
function answerTo(
  { command, record, answer }: Ran,
  given: ReadonlyMap<string, RequestRecord>,
): BundledAnswer | undefined {
  if (record === undefined) return undefined
  const kept = given.get(command.id)
  return kept?.bodiesKept === 'whole'
    ? answerOf(kept, kept.replyBody?.text)
    : answerOf(record, answer?.reply?.body)
}

const isHoldEnd = (command: WorldCommand): boolean =>
  command instanceof RequestCommand && command.holdEnd !== undefined

/** Whether a call put other contents in the place of the present ones: those may lie outside of the log. */
const putsAnother = ({ change: { area, call } }: AdminCommand): boolean =>
  area === 'state' && call.method !== 'PATCH'

/** A state without the secret that tokens were signed with: what each was found to be is told with it. */
async function stateOf(world: World, at: number): Promise<Seed> {
  world.clock.set(at)
  const { profile, ...state } = exportSeed(world)
  if (profile?.auth === undefined) return { ...state, ...(profile === undefined ? {} : { profile }) }
  const { secret: _, ...auth } = profile.auth
  return { ...state, profile: { ...profile, auth } }
}

const INTERFACES = ['A', 'B', 'C'] as const

function requestView(command: RequestCommand, isHeld: boolean): RequestView {
  const { id, at, method, target, httpVersion, origin, prefix, token, otherAddressOf, holdEnd } = command
  const others = INTERFACES.map((name) => [name, otherAddressOf?.(name)] as const)
  const elsewhere = others.filter(([, address]) => address !== undefined)
  return {
    ...{ kind: 'request', id, at, method, target, httpVersion, origin, prefix },
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

/** A longer body, in bytes, is written in pieces, behind all else. */
const BODY_AT_ONCE_MAX = 64 * 1024

function bodyView(
  body: RequestCommand['body'],
): Pick<BundledRequest, 'body' | 'bodyBase64'> & Pick<RequestView, 'longBody'> {
  if (body.length === 0) return {}
  if (body.length > BODY_AT_ONCE_MAX) return { longBody: body }
  const text = body.toString('utf8')
  const bytes = Buffer.from(body)
  return Buffer.from(text).equals(bytes) ? { body: text } : { bodyBase64: bytes.toString('base64') }
}

function callView({ id, at, change }: AdminCommand, state: Seed | undefined): CallView {
  const { area, id: changed, call } = change
  const { method, path, body } = call
  return {
    ...{ kind: 'admin', id, at, area },
    ...(changed === undefined ? {} : { changed }),
    ...{ method, path },
    // A state stands for the body that it was made of.
    ...(state === undefined ? (body === '' ? {} : { body }) : { state }),
  }
}

/** A bundle as JSON text, a line a command and an answer; signatures of tokens are blanked. */
export const bundlePieces = (bundle: BundleView): Generator<string, undefined> =>
  blankSignaturesIn(plainPieces(bundle))

function* plainPieces(bundle: BundleView): Generator<string, undefined> {
  const { beginning, commands, answers, ...head } = bundle
  yield* openEnded(head)
  yield ',\n"beginning": '
  yield* seedPieces(beginning, 'json')
  yield ',"commands": ['
  yield* lines(commands, commandPieces)
  yield '],\n"answers": ['
  yield* lines(answers, (answer) => [JSON.stringify(answer)])
  yield ']}\n'
}

function* lines<T>(items: Iterable<T>, write: (item: T) => Iterable<string>): Generator<string, undefined> {
  let separator = '\n'
  for (const item of items) {
    yield separator
    separator = ',\n'
    yield* write(item)
  }
  yield '\n'
}

function* commandPieces(command: CommandView): Generator<string, undefined> {
  if (command.kind === 'request') return yield* requestPieces(command)
  const { body, state, ...others } = command
  yield* openEnded(others)
  if (body !== undefined) yield* bodyPieces([body])
  if (state !== undefined) {
    yield ',"state": '
    yield* seedPieces(state, 'json')
  }
  yield '}'
}

function* requestPieces({ longBody, ...request }: RequestView): Generator<string, undefined> {
  if (longBody === undefined) return yield JSON.stringify(request)
  yield* openEnded(request)
  if (isUtf8(longBody)) yield* bodyPieces(utf8Parts(longBody))
  else yield* base64Pieces(longBody)
  yield '}'
}

function* bodyPieces(pieces: Iterable<string | undefined>): Generator<string, undefined> {
  yield ',"body":"'
  for (const piece of pieces) yield JSON.stringify(piece ?? '').slice(1, -1)
  yield '"'
}

/** Of a piece that is none of whole threes something would be filled in. */
const BASE64_BYTES = 3 * 16 * 1024

function* base64Pieces(bytes: Uint8Array): Generator<string, undefined> {
  yield ',"bodyBase64":"'
  for (let start = 0; start < bytes.length; start += BASE64_BYTES)
    yield Buffer.from(bytes.subarray(start, start + BASE64_BYTES)).toString('base64')
  yield '"'
}

/** An object to which members are still to come. */
const openEnded = (value: object): [string] => [JSON.stringify(value).slice(0, -1)]
