import * as v from 'valibot'
import {
  type AnswerOf,
  component,
  dateTime,
  described,
  integer,
  milliseconds,
  text,
  typed,
} from '../../../contract/answer-schema.js'
import type { OperationId } from '../../../contract/operations.js'
import { formatInstant } from '../../../core/instants.js'
import type { Beginning, ChangeArea, LoggedCommand } from '../../../domain/command.js'
import type { RequestRecord } from '../../../domain/requests/record.js'
import { crossedKeys } from '../../../domain/travel-receipt.js'
import type { World } from '../../../domain/world.js'
import { expiredWith, findExpired } from '../../../history/expired.js'
import {
  HOLD_MARKS,
  type HoldMark,
  holdMarks,
  type LogEntry,
  logEntries,
} from '../../../history/log-entries.js'
import { momentOf, oldestPoint } from '../../../history/point.js'
import { maskJwt } from '../../../inspect/mask.js'
import { call } from '../../call.js'
import { limit, parameter, point, trueOrFalse, word } from '../../query.js'

const common = {
  id: text,
  at: described('The virtual time when it took effect, in ms.', milliseconds),
  atIso: dateTime,
  method: text,
}

const requestCommand = component('RequestCommand', () =>
  v.object({
    kind: v.literal('request'),
    ...common,
    target: described('The path and query as they were sent.', text),
    operation: v.exactOptional(
      described(
        "null if the contract doesn't show such an operation. Like status and outcome, only set while the journal has the request.",
        typed<OperationId | null>({ type: ['string', 'null'] }),
      ),
    ),
    status: v.exactOptional(described('null if a fault prevented a response.', v.nullable(integer))),
    outcome: v.exactOptional(text),
    hold: v.exactOptional(
      described(
        'For a held request, "begins" marks its arrival. A later command with the same id says how the hold ended: it was released, its client left, the emulator stopped, or there was no room to hold it. The request takes effect when it is released, or on arrival if the fault has effect "after".',
        v.picklist(HOLD_MARKS),
      ),
    ),
  }),
)

export interface RequestCommandInfo extends v.InferOutput<typeof requestCommand> {}

const adminCommand = component('AdminCommand', () =>
  v.object({
    kind: v.literal('admin'),
    ...common,
    path: described('Includes /_admin and is percent-encoded.', text),
    area: described('The part of the world it changed.', typed<ChangeArea>({ type: 'string' })),
    behind: v.exactOptional(described('The last request before it, if there was one.', text)),
    changed: v.exactOptional(described('The id of what it changed.', text)),
    body: v.exactOptional(described("The body that was sent. If it's long, only the beginning.", text)),
    clock: v.exactOptional(described("The clock's time afterwards, if the command moved it.", milliseconds)),
    expired: v.exactOptional(
      described(
        'The number of keys that expired when it moved the clock, and the first of them. Only with expired=true.',
        crossedKeys,
      ),
    ),
  }),
)

export interface AdminCommandInfo extends v.InferOutput<typeof adminCommand> {}

type CommandOfLog = RequestCommandInfo | AdminCommandInfo

const beginning = component('Beginning', () =>
  v.object({
    at: described('The virtual time, in ms.', milliseconds),
    atIso: dateTime,
    by: v.picklist(['start', 'reset']),
    behind: v.exactOptional(described('The last request of the previous life, if a reset kept it.', text)),
  }),
)

export interface BeginningInfo extends v.InferOutput<typeof beginning> {}

const log = v.object({
  commands: v.array(v.union([requestCommand, adminCommand])),
  oldest: described('The oldest point you can go back to: "start" or the id of a command.', text),
  began: described('The beginning of this life of the world.', beginning),
})

export interface HistoryInfo extends AnswerOf<typeof log> {}

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'

const LIMIT_DEFAULT = 1000

export const logCalls = [
  call({
    method: 'GET',
    path: '/history',
    summary:
      'List everything that changed this world in its current life (since it started or was reset), newest first',
    details:
      ': requests, and admin calls that change something; since=r41, until=after:r60 (points), kind=admin or request, limit=1000; expired=true adds what expired each time the clock was moved',
    tag: 'History',
    query: {
      since: point('Only commands from this moment on'),
      until: point('Only commands up to this moment'),
      kind: parameter('Only commands of this kind.', word('request', 'admin'), 'admin'),
      limit: parameter('The maximum number to return.', limit(LIMIT_DEFAULT), 10),
      expired: parameter('True to add what expired each time the clock was moved.', trueOrFalse, true),
    },
    answer: {
      schema: log,
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
    async handle({ world, past, query: { since, until, kind, limit: most = LIMIT_DEFAULT, expired } }) {
      const { history } = world
      const from = since === undefined ? history.oldest : momentOf(since, world).index
      const to = until === undefined ? history.length : momentOf(until, world).index
      const isWanted = (command: LoggedCommand) => kind === undefined || kindOf(command) === kind
      const rest = { oldest: oldestPoint(world), began: beginningToJson(history.beginning) }
      if (expired === true) await findExpired(past, from, to)
      const commands = logEntries(world, { from, to, isWanted, limit: most })
      return { commands: toJson(commands, world, expired), ...rest }
    },
  }),
]

const kindOf = (command: LoggedCommand): CommandOfLog['kind'] =>
  command.kind === 'request' ? 'request' : 'admin'

function toJson(commands: readonly LogEntry[], world: World, hasExpired = false): CommandOfLog[] {
  const hasRequests = commands.some(({ command }) => command.kind === 'request')
  const records = new Map(hasRequests ? world.journal.list().map((record) => [record.id, record]) : [])
  const holdOf = hasRequests ? holdMarks(world) : () => undefined
  return commands.map((one) => {
    const { command } = one
    const expired = hasExpired && command.kind === 'admin' ? expiredWith(command) : undefined
    return { ...commandToJson(one, records, holdOf(command)), ...(expired === undefined ? {} : { expired }) }
  })
}

function beginningToJson({ at, by, lastRequest }: Beginning): BeginningInfo {
  const behind = lastRequest === 0 ? {} : { behind: `r${lastRequest}` }
  return { at, atIso: formatInstant(at), by, ...behind }
}

function commandToJson(
  { command, behind }: LogEntry,
  records: ReadonlyMap<string, RequestRecord>,
  hold: HoldMark | undefined,
): CommandOfLog {
  const { id, at } = command
  const atIso = formatInstant(at)
  if (command.kind === 'request') {
    const { method, target } = command
    const known = records.get(id)
    const answer =
      known === undefined
        ? {}
        : { operation: known.operation as OperationId | null, status: known.status, outcome: known.outcome }
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

/** In characters. The log shows no more than this of an admin call's body. */
const BODY_SHOWN = 1000
