import { numberOf } from '../core/command-id.js'
import { parseDelay } from '../core/durations.js'
import { parseInstant } from '../core/instants.js'
import { headerOf } from '../core/raw-headers.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../domain/faults/glob.js'
import type { RequestRecord } from '../domain/requests/record.js'
import { maskJwt } from './mask.js'

/** Whether a record of the journal is one that was asked for. */
export type RecordFilter = (record: RequestRecord) => boolean

export interface FilterReader {
  /** A description of its values, for the error. */
  readonly expects: string
  /** Several of its values may be given, joined by commas: a request passes by any of them. */
  readonly isList?: boolean
  /** undefined for a value that is none of these. */
  read(value: string): RecordFilter | undefined
}

/** The longest text that is looked for. */
const TEXT_LENGTH_MAX = 1000

/**
 * The filters of the journal by name, in the order in which they are tried: the one place that lists them.
 *
 * @param operationIds the operations of the services
 */
export const requestFilters = (operationIds: readonly string[]) =>
  ({
    since: { expects: 'an instant (ISO 8601 or ms), or the id of a request such as r12', read: bySince },
    until: { expects: 'an instant (ISO 8601 or ms)', read: byUntil },
    operation: {
      expects: `a glob such as kv.* or *.list that matches one of ${operationIds.join(', ')}`,
      isList: true,
      read: anyOf(
        ({ operation }) => operation,
        (glob) => byOperation(glob, operationIds),
      ),
    },
    method: {
      expects: 'a method such as GET',
      isList: true,
      read: anyOf(({ method }) => method, byMethod),
    },
    path: {
      expects: `a glob over paths such as /v1/kv/**, without a query and up to ${GLOB_LENGTH_MAX} characters`,
      read: byPath,
    },
    status: {
      expects: 'a status such as 404, a class such as 4xx, or "none"',
      isList: true,
      read: anyOf(({ status }) => status, byStatus),
    },
    credential: {
      expects: 'an API key as it was sent, a token\'s owner, or "none"',
      read: (value) => (value === '' ? undefined : ({ credential }) => (credential ?? 'none') === value),
    },
    agent: {
      expects: 'a User-Agent as it was sent, or "none"',
      read: (value) => (value === '' ? undefined : (record) => (agentOf(record) || 'none') === value),
    },
    fault: {
      expects: 'the id of a fault such as f_1',
      read: (value) => (value === '' ? undefined : ({ faultAction }) => faultAction?.fault === value),
    },
    outcome: {
      expects: '"ok", or the code of a refusal such as entry_missing',
      read: (value) => (/^[a-z_]+$/.test(value) ? ({ outcome }) => outcome === value : undefined),
    },
    slowerThan: { expects: 'ms, or a length of time such as 1.5s', read: bySlowness },
    text: { expects: `a text of up to ${TEXT_LENGTH_MAX} characters`, read: byText },
  }) satisfies Readonly<Record<string, FilterReader>>

/** The User-Agent of a request; empty if it sent none. */
export const agentOf = ({ requestHeaders }: RequestRecord): string =>
  headerOf(requestHeaders, 'user-agent') ?? ''

export type FilterName = keyof ReturnType<typeof requestFilters>

export const FILTER_NAMES = Object.keys(requestFilters([])) as readonly FilterName[]

/** Whether what a record has is what was asked for; undefined for a value that nothing can be. */
type Test<T> = ((of: T) => boolean) | undefined

/**
 * Reads values joined by commas, each by itself: a record passes by any of them.
 *
 * @param of the part of a record that they are about
 */
function anyOf<T>(
  of: (record: RequestRecord) => T,
  read: (value: string) => Test<T>,
): (values: string) => RecordFilter | undefined {
  return (values) => {
    const given = values.split(',').map((value) => read(value.trim()))
    const tests = given.filter((test) => test !== undefined)
    if (tests.length < given.length) return undefined
    return (record) => {
      const part = of(record)
      return tests.some((test) => test(part))
    }
  }
}

function byMethod(value: string): Test<string> {
  return /^[a-z]+$/i.test(value) ? (method) => method === value.toUpperCase() : undefined
}

/** A glob that no operation matches is a typing mistake, which an empty answer would hide. */
function byOperation(glob: string, operationIds: readonly string[]): Test<string | null> {
  if (glob.length > GLOB_LENGTH_MAX) return undefined
  // The star of `*` alone matches dots too, as in the match of a fault.
  const matches = compileGlob(glob)
  const matching = new Set<string | null>(operationIds.filter((id) => matches(id)))
  return matching.size === 0 ? undefined : (operation) => matching.has(operation)
}

function byPath(glob: string): RecordFilter | undefined {
  if (glob === '' || glob.length > GLOB_LENGTH_MAX || glob.includes('?')) return undefined
  const matches = compileGlob(glob)
  return ({ path }) => matches(path)
}

function byStatus(value: string): Test<number | null> {
  if (value === 'none') return (status) => status === null
  const [, hundreds, others] = /^([1-5])(\d\d|xx)$/i.exec(value) ?? []
  if (hundreds === undefined || others === undefined) return undefined
  if (/\d/.test(others)) return (status) => status === Number(value)
  return (status) => status !== null && Math.floor(status / 100) === Number(hundreds)
}

/** An instant includes its requests, since many share it on a frozen clock; a request excludes itself. */
function bySince(value: string): RecordFilter | undefined {
  const number = /^r(\d+)$/.exec(value)?.[1]
  if (number !== undefined) return ({ id }) => numberOf(id) > Number(number)
  const since = parseInstant(value)
  return since === undefined ? undefined : ({ at }) => at >= since
}

/** The requests of an instant are among those up to it, as they are among those from it on. */
function byUntil(value: string): RecordFilter | undefined {
  const until = parseInstant(value)
  return until === undefined ? undefined : ({ at }) => at <= until
}

/** Real ms that the client waited, with what a fault held: so far, while it waits. */
export const waitedMs = ({ durationMs, faultAction }: RequestRecord): number =>
  durationMs + (faultAction?.wait?.heldMs ?? 0)

function bySlowness(value: string): RecordFilter | undefined {
  const ms = parseDelay(value)
  if (ms === undefined) return undefined
  return (record) => waitedMs(record) > ms
}

/**
 * A filter for the requests that a text occurs in, in capitals or not. It looks at the id, the target (as it was sent
 * and decoded), the operation, the credential, what became of it, the fault, and the bodies that are kept.
 *
 * @returns undefined for a text that is too long
 */
function byText(sought: string): ((record: RequestRecord) => boolean) | undefined {
  if (sought.length > TEXT_LENGTH_MAX) return undefined
  const lower = sought.toLowerCase()
  // An id is looked for as a whole: r1 is not part of r12.
  return (record) => record.id === lower || occursIn(record, lower)
}

function occursIn(record: RequestRecord, lower: string): boolean {
  const { target, operation, credential, outcome, reason, faultAction, requestBody, replyBody } = record
  const isIn = (one: string | null | undefined): boolean => one?.toLowerCase().includes(lower) === true
  // What the page does not show is not found either.
  const shown = (one: string | null | undefined): string | undefined =>
    one === null || one === undefined ? undefined : maskJwt(one)
  return (
    isIn(shown(target)) ||
    isIn(decoded(target)) ||
    isIn(operation) ||
    isIn(shown(credential)) ||
    isIn(outcome) ||
    isIn(reason) ||
    isIn(faultAction?.fault) ||
    isIn(requestBody?.text) ||
    isIn(replyBody?.text)
  )
}

/** undefined if nothing is encoded, or not as it should be. */
function decoded(target: string): string | undefined {
  if (!target.includes('%')) return undefined
  try {
    return maskJwt(decodeURIComponent(target))
  } catch {
    return undefined
  }
}
