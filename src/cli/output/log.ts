import type { RequestRecord } from '../../api/record.js'
import { formatInstant } from '../../core/instants.js'
import { printableJson, printableLines } from '../../core/printable.js'
import { absenceText } from '../../journal/explain.js'
import { maskJwt } from '../../journal/mask.js'
import type { Terminal } from '../terminal.js'
import { printable } from './printable.js'
import { startText } from './start-text.js'
import { type Started, startedRecord } from './started.js'
import { type Style, styleOf } from './style.js'

export type LogForm = 'pretty' | 'json' | 'off'

/** The log of a running emulator. */
export interface Log {
  started(started: Started): void
  request(record: RequestRecord): void
  /** Something worth knowing. */
  notice(message: string): void
  /** Something to correct; may have several lines. */
  problem(message: string): void
}

export function logOf(form: LogForm, terminal: Terminal): Log {
  if (form === 'json') return jsonLog(terminal)
  const pretty = prettyLog(terminal)
  return form === 'pretty' ? pretty : { ...pretty, request: () => {} }
}

function prettyLog({ out, err, env }: Terminal): Log {
  const style = styleOf(out, env)
  return {
    started: (started) => out.write(startText(started, style)),
    request: (record) => out.write(`${requestLine(record, style)}\n`),
    notice: (message) => out.write(`${printableLines(message)}\n`),
    problem: (message) => err.write(`${printableLines(message)}\n`),
  }
}

/** Every line is an object with its `event`. */
function jsonLog({ out }: Terminal): Log {
  const write = (event: string, fields: object) =>
    out.write(`${printableJson(JSON.stringify({ event, ...fields }))}\n`)
  return {
    started: (started) => write('started', startedRecord(started)),
    request: (record) => write('request', requestRecord(record)),
    notice: (message) => write('notice', { message }),
    problem: (message) => write('problem', { message }),
  }
}

function requestLine(record: RequestRecord, style: Style): string {
  const { at, method, target, status, operation, durationMs, reason } = record
  const { outcome, decision, faultAction } = record
  const parts = [
    style.dim(formatInstant(at)),
    method.padEnd(7),
    printable(target).padEnd(40),
    statusStyle(status, style)(String(status ?? '---')),
    (operation ?? '-').padEnd(16),
    style.dim(`${durationMs.toFixed(1)} ms`),
  ]
  // The answers for an expired key and a missing one are alike; the log tells which it was.
  if (outcome === 'entry_missing' && decision.absence !== undefined) parts.push(absenceText(decision.absence))
  else if (reason !== undefined) parts.push(printable(reason))
  if (faultAction !== undefined) parts.push(`fault ${printable(faultAction.fault)}`)
  return parts.join('  ')
}

/** A fault may leave no answer, and so no status. */
function statusStyle(status: number | null, style: Style): (text: string) => string {
  if (status === null || status >= 500) return style.red
  return status >= 400 ? style.yellow : style.green
}

function requestRecord(record: RequestRecord): object {
  const { id, at, operation, method, path, target, status, outcome, durationMs, credential, reason } = record
  const { decision, faultAction } = record
  const absence = outcome === 'entry_missing' ? decision.absence : undefined
  const query = target.slice(path.length + 1)
  return {
    id,
    at,
    atIso: formatInstant(at),
    method,
    path: maskJwt(path),
    ...(query === '' ? {} : { query: maskJwt(query) }),
    status,
    operation,
    durationMs: Number(durationMs.toFixed(3)),
    outcome,
    credential: credential === null ? null : maskJwt(credential),
    ...(reason === undefined ? {} : { reason: maskJwt(reason) }),
    ...(absence === undefined ? {} : { absence: absenceText(absence) }),
    ...(faultAction === undefined ? {} : { fault: faultAction.fault }),
  }
}
