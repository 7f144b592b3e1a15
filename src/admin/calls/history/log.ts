import {
  always,
  component,
  dateTime,
  described,
  either,
  list,
  milliseconds,
  object,
  oneOf,
  orNull,
  parameter,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import type { OperationId } from '../../../contract/operations.js'
import { formatInstant } from '../../../core/instants.js'
import type { Beginning, ChangeArea } from '../../../domain/command.js'
import type { World } from '../../../domain/world.js'
import {
  HOLD_MARKS,
  type HoldMark,
  holdMarks,
  type LogEntry,
  logEntries,
} from '../../../history/log-entries.js'
import { momentOf, oldestPoint } from '../../../history/point.js'
import type { WorldCommand } from '../../../history/replay.js'
import { maskJwt } from '../../../inspect/mask.js'
import { RequestCommand } from '../../../request/command.js'
import type { RequestRecord } from '../../../request/record.js'
import { call } from '../../call.js'
import { limitReader, pointReader, readParameters, word } from '../../query.js'
import { point } from './point.js'

interface CommandInfo {
  readonly id: string
  /** The virtual time at which it took effect, in ms. */
  readonly at: number
  readonly atIso: string
  readonly method: string
}

/**
 * A request to the services, in the log of a world.
 *
 * @example
 * const requests = (await emulator.history()).commands.filter(({ kind }) => kind === 'request')
 */
export interface RequestCommandInfo extends CommandInfo {
  readonly kind: 'request'
  /** Path and query, as sent. */
  readonly target: string
  /**
   * null if the contract shows none; this and what follows is left out if the journal dropped the request.
   */
  readonly operation?: OperationId | null
  /** null if a fault left no answer. */
  readonly status?: number | null
  readonly outcome?: string
  /**
   * For a request that was held: "begins" when it came. A later command of the same id says how that ended: it was
   * released, its client was gone, the emulator stopped, or there was no room to hold it. The request took effect when
   * it was released, or when it came if the fault has effect "after".
   */
  readonly hold?: HoldMark
}

/**
 * An admin call that changed the world, in its log.
 *
 * @example
 * const calls = (await emulator.history()).commands.filter(({ kind }) => kind === 'admin')
 */
export interface AdminCommandInfo extends CommandInfo {
  readonly kind: 'admin'
  /** With /_admin, percent-encoded. */
  readonly path: string
  /** The last request before it; left out if there was none. */
  readonly behind?: string
  /** The part of the world that it changed, and what of it. */
  readonly area: ChangeArea
  readonly changed?: string
  /** What was sent; of a long text the beginning. */
  readonly body?: string
  /** What the clock showed after it, if it moved the clock. */
  readonly clock?: number
}

/**
 * The log of a world, newest first.
 *
 * @example
 * const { commands, oldest } = await emulator.history({ since: 'r1', limit: 10 })
 */
export interface HistoryInfo {
  readonly commands: readonly CommandOfLog[]
  /** The oldest point that can be reached: "start", or the id of a command. */
  readonly oldest: string
  /** How this life of the world began. */
  readonly began: BeginningInfo
}

type CommandOfLog = RequestCommandInfo | AdminCommandInfo

/**
 * How a life of a world began: with its start, or with a reset, which may have kept the requests of the life
 * before.
 *
 * @example
 * const { by, atIso } = (await emulator.history()).began
 */
export interface BeginningInfo {
  /** The virtual time, in ms. */
  readonly at: number
  readonly atIso: string
  readonly by: 'start' | 'reset'
  /** The last request of the life before, if a reset kept it. */
  readonly behind?: string
}

const common = { id: text, at: milliseconds, atIso: dateTime, method: text }

const requestCommand: Schema<RequestCommandInfo> = component(
  'RequestCommand',
  object(
    { kind: always('request'), ...common, target: text },
    {
      operation: typed<OperationId | null>({ type: ['string', 'null'] }),
      status: orNull(typed<number>({ type: 'integer' })),
      outcome: text,
      hold: described('It was held: here that begins, or ends so.', oneOf(...HOLD_MARKS)),
    },
  ),
)

const adminCommand: Schema<AdminCommandInfo> = component(
  'AdminCommand',
  object(
    { kind: always('admin'), ...common, path: text, area: typed<ChangeArea>(text) },
    { behind: text, changed: text, body: text, clock: milliseconds },
  ),
)

const beginning: Schema<BeginningInfo> = component(
  'Beginning',
  object({ at: milliseconds, atIso: dateTime, by: oneOf('start', 'reset') }, { behind: text }),
)

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'

const LIMIT_DEFAULT = 1000

/** The call on what happened to a world. */
export const logCalls = [
  call({
    method: 'GET',
    path: '/history',
    help: 'All that changed this world since its life began (its start, its last reset), newest first: requests, and admin calls that change it; since=r41, until=after:r60 (points), kind=admin or request, limit=1000',
    tag: 'History',
    query: {
      since: point('From this moment on'),
      until: point('Up to this moment'),
      kind: parameter('Only commands of this kind.', oneOf('request', 'admin'), 'admin'),
      limit: parameter(
        'The most to answer.',
        typed<number>({ type: 'integer', minimum: 1, default: LIMIT_DEFAULT }),
        10,
      ),
    },
    answer: {
      schema: object({
        commands: list(either(requestCommand, adminCommand)),
        oldest: described('The oldest point that can be reached.', text),
        began: beginning,
      }),
      example: {
        commands: [
          {
            kind: 'request',
            id: 'r1',
            at: AT,
            atIso: AT_ISO,
            method: 'GET',
            target: '/v1/kv/ns_shop_k3v9x2/flag%3Acheckout',
            operation: 'kv.get',
            status: 200,
            outcome: 'ok',
          },
        ],
        oldest: 'start',
        began: { at: AT, atIso: AT_ISO, by: 'start' },
      },
    },
    refusals: ['not_found', 'too_old'],
    handle({ world, query }) {
      const { history } = world
      const { since, until, kind, limit = LIMIT_DEFAULT } = readParameters(query, readers)
      const from = since === undefined ? history.oldest : momentOf(since, world).index
      const to = until === undefined ? history.length : momentOf(until, world).index
      const isWanted = (command: WorldCommand) => kind === undefined || kindOf(command) === kind
      const rest = { oldest: oldestPoint(world), began: beginningToJson(history.beginning) }
      const commands = logEntries(world, { from, to, isWanted, limit })
      return { commands: toJson(commands, world), ...rest }
    },
  }),
]

const readers = {
  since: pointReader,
  until: pointReader,
  kind: word('request', 'admin'),
  limit: limitReader,
}

const kindOf = (command: WorldCommand): CommandOfLog['kind'] =>
  command instanceof RequestCommand ? 'request' : 'admin'

function toJson(commands: readonly LogEntry[], world: World<RequestRecord>): CommandOfLog[] {
  const hasRequests = commands.some(({ command }) => command instanceof RequestCommand)
  const records = new Map(hasRequests ? world.journal.list().map((record) => [record.id, record]) : [])
  const holdOf = hasRequests ? holdMarks(world) : () => undefined
  return commands.map((one) => commandToJson(one, records, holdOf(one.command)))
}

function beginningToJson({ at, by, lastRequest }: Beginning): BeginningInfo {
  const behind = lastRequest === 0 ? {} : { behind: `r${lastRequest}` }
  return { at, atIso: formatInstant(at), by, ...behind }
}

/** A command as GET /history answers it. */
function commandToJson(
  { command, behind }: LogEntry,
  records: ReadonlyMap<string, RequestRecord>,
  hold: HoldMark | undefined,
): CommandOfLog {
  const { id, at } = command
  const atIso = formatInstant(at)
  if (command instanceof RequestCommand) {
    const { method, target } = command
    const known = records.get(id)
    const answer =
      known === undefined ? {} : { operation: known.operation, status: known.status, outcome: known.outcome }
    const mark = hold === undefined ? {} : { hold }
    return { kind: 'request', id, at, atIso, method, target: maskJwt(target), ...answer, ...mark }
  }
  const { area, id: changed, call: made } = command.change
  const { method, path, body } = made
  return {
    kind: 'admin',
    id,
    at,
    atIso,
    method,
    path,
    ...(behind === undefined ? {} : { behind }),
    area,
    ...(changed === undefined ? {} : { changed }),
    ...(body === '' ? {} : { body: maskJwt(body.slice(0, BODY_SHOWN)) }),
    ...(command.end === at ? {} : { clock: command.end }),
  }
}

/** Characters of the body of an admin call. */
const BODY_SHOWN = 1000
