import { formatInstant } from '../../core/instants.js'
import { shorten } from '../../core/shorten.js'
import { absenceText } from '../../journal/explain.js'
import { counted, printable } from '../output/format.js'
import type { RefusedRequest, RunRecord } from './run-record.js'

const ADDRESS_LENGTH_MAX = 120
const REASON_LENGTH_MAX = 200

/** The last requests that were refused, for a command that failed, and how to learn more about one. */
export function refusedLines(status: number, { refused, requests }: RunRecord): string[] {
  const { last, count } = refused
  const ended = `The command ended with ${status}`
  if (requests === 0) return [`${ended}. No request came: does it use KV_BASE_URL and DB_BASE_URL?`]
  const newest = last.findLast(({ record }) => record.outcome !== 'entry_missing') ?? last.at(-1)
  if (newest === undefined) return [`${ended}. None of its ${counted(requests, 'request')} was refused.`]
  const which =
    count === last.length
      ? `${counted(count, 'request')} of ${requests} refused`
      : `the last ${last.length} of ${count} refused requests`
  return [
    `${ended}; ${which}:`,
    ...last.map((request) => `  ${line(request)}`),
    `Each check of a request, and what would change it, while the emulator runs: … -- sh -c 'COMMAND || { npx tristore-emulator why ${newest.id}; exit 1; }'`,
  ]
}

function line({ id, record }: RefusedRequest): string {
  const { at, method, target, status, outcome, reason, decision, faultAction } = record
  const { absence } = decision
  const parts = [
    id,
    formatInstant(at),
    `${method} ${shorten(printable(target), ADDRESS_LENGTH_MAX)}`,
    status === null ? 'no answer' : `${status}`,
    outcome,
  ]
  if (reason !== undefined) parts.push(shorten(printable(reason), REASON_LENGTH_MAX))
  if (outcome === 'entry_missing' && absence !== undefined) parts.push(`(${absenceText(absence)})`)
  if (faultAction !== undefined) parts.push(`(fault ${printable(faultAction.fault)})`)
  return parts.join('  ')
}
