import type { NamespaceUsage, Usage } from '../../client/answers.js'
import type { OperationId } from '../../contract/operations.js'
import { formatInstant } from '../../core/instants.js'
import { shorten } from '../../core/shorten.js'
import { absenceText } from '../../domain/tombstones.js'
import { aligned, bytesText, counted, grouped, printable } from '../output/format.js'
import { type CountedRequests, DEFAULT_WORLD, type RefusedRequest, type RunRecord } from './run-record.js'

const ADDRESS_LENGTH_MAX = 120
const REASON_LENGTH_MAX = 200

/** Lists the last few rejected requests if the command failed, and explains how to find out more about them. */
export function refusedLines(status: number, { refused, requests }: RunRecord): string[] {
  const { last, count } = refused
  const ended = `The command ended with ${status}`
  if (requests === 0) return [`${ended}. No requests arrived: does it use KV_BASE_URL and DB_BASE_URL?`]
  const newest = last.findLast(({ record }) => record.outcome !== 'entry_missing') ?? last.at(-1)
  if (newest === undefined) return [`${ended}. None of its ${counted(requests, 'request')} was refused.`]
  const which =
    count === last.length
      ? `${counted(count, 'request')} of ${requests} refused`
      : `the last ${last.length} of ${count} refused requests`
  return [
    `${ended}; ${which}:`,
    ...last.map((request) => `  ${line(request)}`),
    `To see all checks of a request and what would change it, ask while the emulator runs: … -- sh -c 'COMMAND || { npx tristore-emulator why ${newest.id}; exit 1; }'`,
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

const NAMED_MAX = 5

export function usageLines(run: RunRecord): string[] {
  const { usage } = run
  const ids = Object.keys(usage.operations) as OperationId[]
  if (ids.length === 0) {
    const refused =
      run.requests === 0
        ? ': no requests arrived. Tests that start their own emulator (startEmulator, createTest with options) do not count here'
        : `: ${counted(run.requests, 'request')} arrived, all refused before they counted`
    return [`The run used nothing that the services count${refused}.`]
  }
  const width = Math.max(...ids.map((id) => id.length))
  return [
    'The run used, as the services count it:',
    ...ids.flatMap((id) => [
      `  ${id.padEnd(width)}  ${grouped(usage.operations[id] ?? 0)}`,
      ...countedLines(run.countedUnder([id]), NAMED_MAX).map((line) => `      ${line}`),
    ]),
    ...aligned(Object.entries(usage.namespaces).map(([id, used]) => [id, namespaceText(used)] as const)),
    ...worldLines(run),
  ]
}

/** For example "40 reads (0.04% of a month), 120 bytes stored at most (0.01%)". Skips zeros. */
function namespaceText({ reads, writes, lists, deletes, storageBytes, share }: NamespaceUsage): string {
  const parts = [
    monthlyText(reads, 'read', share.reads),
    monthlyText(writes, 'write', share.writes),
    monthlyText(lists, 'list', share.lists),
    monthlyText(deletes, 'delete', undefined),
    ...(storageBytes === undefined
      ? []
      : [`${bytesText(storageBytes)} stored at most${shareText(share.storageBytes, 'the limit')}`]),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function monthlyText(number: number, noun: string, share: number | undefined): string {
  return number === 0 ? '' : `${counted(number, noun)}${shareText(share, "a month's")}`
}

function shareText(share: number | undefined, whole: string): string {
  return share === undefined ? '' : ` (${Number((share * 100).toPrecision(2))}% of ${whole})`
}

function worldLines({ worlds }: RunRecord): string[] {
  if (worlds.length < 2) return []
  const used = worlds.map(
    ([id, usage]) => [id === DEFAULT_WORLD ? 'the default world' : id, operationsText(usage)] as const,
  )
  return ['In the first worlds that were used:', ...aligned(used)]
}

const operationsText = ({ operations }: Usage): string =>
  Object.entries(operations)
    .map(([id, number]) => `${id} ${grouped(number)}`)
    .join(', ')

export function countedLines({ alike, unlisted }: CountedRequests, max: number): string[] {
  const lines = alike
    .slice(0, max)
    .map(({ first, text, count }) =>
      count === 1 ? `${first}  ${text}` : `${first}  ${text}  ${grouped(count)} times`,
    )
  const more = alike.slice(max).reduce((sum, { count }) => sum + count, unlisted)
  return more === 0 ? lines : [...lines, `and ${grouped(more)} more`]
}
