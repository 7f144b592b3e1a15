import { unknownParameters } from '../../contract/operations.js'
import { formatInstant } from '../../core/instants.js'
import { printableJson, printableLines } from '../../core/printable.js'
import { shorten, shortenMiddle } from '../../core/shorten.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { absenceText } from '../../domain/tombstones.js'
import { maskJwt } from '../../inspect/mask.js'
import type { Style, Terminal } from '../terminal.js'
import { printable } from './format.js'
import { startText } from './start-text.js'
import { type Started, startedRecord } from './started.js'

interface LoggedWorld {
  readonly id?: string | undefined
}

export interface EmulatorLog {
  started(started: Started): void
  request(record: RequestRecord, world: LoggedWorld): void
  /** Logs something that the user might want to know. */
  notice(message: string): void
  /** Logs something that the user should fix. The message may have several lines. */
  problem(message: string): void
}

interface LogSettings {
  readonly log: 'pretty' | 'json' | 'off'
  readonly quiet: boolean | undefined
}

export function logOf({ log: form, quiet }: LogSettings, terminal: Terminal): EmulatorLog {
  const log = form === 'json' ? jsonLog(terminal) : prettyLog(terminal)
  const nothing = () => {}
  if (quiet === true) return { started: nothing, request: nothing, notice: nothing, problem: log.problem }
  return form === 'off' ? { ...log, request: nothing } : log
}

function prettyLog({ out, err }: Terminal): EmulatorLog {
  const { style } = out
  return {
    started: (started) => out.write(startText(started, style)),
    request: (record, world) => out.write(`${requestLine(record, world, style, out.columns)}\n`),
    notice: (message) => out.write(`${printableLines(message)}\n`),
    problem: (message) => err.write(`${printableLines(message)}\n`),
  }
}

/** Writes one JSON object per line, each with an `event`. */
function jsonLog({ out }: Terminal): EmulatorLog {
  const write = (event: string, fields: object) =>
    out.write(`${printableJson(JSON.stringify({ event, ...fields }))}\n`)
  return {
    started: (started) => write('started', startedRecord(started)),
    request: (record, world) => write('request', requestRecord(record, world)),
    notice: (message) => write('notice', { message }),
    problem: (message) => write('problem', { message }),
  }
}

/** The maximum width of a path. It's less on a narrow screen. */
const PATH_MAX = 80
/** The minimum width of a path, even on a narrow screen. */
const PATH_MIN = 24
/** Shorter paths are padded to this width. */
const PATH_COLUMNS = 40
/** The width of the rest of the line, up to and including the duration. */
const OTHER_COLUMNS = 70

function requestLine(
  record: RequestRecord,
  world: LoggedWorld,
  style: Style,
  columns = OTHER_COLUMNS + PATH_MAX,
): string {
  const { at, method, target, status, operation, durationMs, reason } = record
  const { outcome, decision, faultAction } = record
  const pathMax = Math.min(PATH_MAX, Math.max(PATH_MIN, columns - OTHER_COLUMNS))
  const parts = [
    style('dim', formatInstant(at)),
    method.padEnd(7),
    shortenMiddle(printable(target), pathMax).padEnd(Math.min(PATH_COLUMNS, pathMax)),
    style(statusEmphasis(status), String(status ?? '---')),
    (operation ?? '-').padEnd(16),
    style('dim', `${durationMs.toFixed(1)} ms`),
  ]
  if (world.id !== undefined) parts.push(`world ${world.id}`)
  // Distinguish between expired and missing keys, although the response is the same.
  if (outcome === 'entry_missing' && decision.absence !== undefined)
    parts.push(printable(absenceText(decision.absence)))
  else if (reason !== undefined) parts.push(printable(reason))
  const [unknown] = unknownParameters(operation, target)
  if (unknown !== undefined) parts.push(printable(`${operation} has no parameter ${shorten(unknown, 40)}`))
  if (faultAction !== undefined) parts.push(`fault ${printable(faultAction.fault)}`)
  return parts.join('  ')
}

/** @param status null if a fault prevented a response */
function statusEmphasis(status: number | null): Parameters<Style>[0] {
  if (status === null || status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}

/** Returns a record for `JSON.stringify`, which skips undefined fields. */
function requestRecord(record: RequestRecord, world: LoggedWorld): object {
  const { id, at, operation, method, path, target, status, outcome, durationMs, credential, reason } = record
  const { decision, faultAction } = record
  const absence = outcome === 'entry_missing' ? decision.absence : undefined
  const query = target.slice(path.length + 1)
  return {
    id,
    world: world.id,
    at,
    atIso: formatInstant(at),
    method,
    path: maskJwt(path),
    query: query === '' ? undefined : maskJwt(query),
    status,
    operation,
    durationMs: Number(durationMs.toFixed(3)),
    outcome,
    credential: credential === null ? null : maskJwt(credential),
    reason: reason === undefined ? undefined : maskJwt(reason),
    absence: absence === undefined ? undefined : absenceText(absence),
    fault: faultAction?.fault,
  }
}
