import { numberOf } from '../core/command-id.js'
import { parseDelay } from '../core/durations.js'
import { parseInstant } from '../core/instants.js'
import { headerOf } from '../core/raw-headers.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../domain/faults/glob.js'
import { meantOperation } from '../domain/faults/operation-globs.js'
import type { RequestRecord } from '../domain/requests/record.js'
import { maskJwt } from './mask.js'

export type RecordFilter = (record: RequestRecord) => boolean

export interface FilterReader {
  /** The accepted values, for error messages. */
  readonly expects: string
  /** Accepts several values, separated by commas. A request passes if it matches any of them. */
  readonly isList?: boolean
  /** Returns undefined for an invalid value. */
  read(value: string): RecordFilter | undefined
  /** Corrects an invalid value, e.g. a misspelt operation. */
  meant?(value: string): string | undefined
}

const TEXT_LENGTH_MAX = 1000

/**
 * In the order in which they run. To add a filter, you only need to add it here.
 *
 * @param operationIds of all services
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
      meant: (value) => meantGlobs(value, operationIds),
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
      expects: '"ok", or the code of a refusal such as entry_missing (http_404 for a service of your own)',
      read: (value) =>
        /^([a-z_]+|http_\d{3})$/.test(value) ? ({ outcome }) => outcome === value : undefined,
    },
    slowerThan: { expects: 'ms, or a duration such as 1.5s', read: bySlowness },
    text: { expects: `a text of up to ${TEXT_LENGTH_MAX} characters`, read: byText },
  }) satisfies Readonly<Record<string, FilterReader>>

/** Empty if the request didn't send one. */
export const agentOf = ({ requestHeaders }: RequestRecord): string =>
  headerOf(requestHeaders, 'user-agent') ?? ''

export type FilterName = keyof ReturnType<typeof requestFilters>

export const FILTER_NAMES = Object.keys(requestFilters([])) as readonly FilterName[]

/** Undefined if the value is invalid. */
type Test<T> = ((of: T) => boolean) | undefined

/**
 * Matches if any of the comma-separated values does.
 *
 * @param of returns the part of a record that is compared with the values
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

/** Rejects globs that match no operation. They're typos, which an empty result would hide. */
function byOperation(glob: string, operationIds: readonly string[]): Test<string | null> {
  if (glob.length > GLOB_LENGTH_MAX) return undefined
  // As in a fault's match, `*` matches dots too.
  const matches = compileGlob(glob)
  const matching = new Set<string | null>(operationIds.filter((id) => matches(id)))
  return matching.size === 0 ? undefined : (operation) => matching.has(operation)
}

/** Corrects the globs that match no operation. Returns undefined if one can't be corrected. */
function meantGlobs(value: string, operationIds: readonly string[]): string | undefined {
  const globs = value.split(',').map((glob) => {
    const given = glob.trim()
    return byOperation(given, operationIds) === undefined ? meantOperation(given, operationIds) : given
  })
  return globs.includes(undefined) ? undefined : globs.join(',')
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

/**
 * Includes requests at exactly this instant, because many share one on a frozen clock. If a request's id is given, that
 * request is excluded.
 */
function bySince(value: string): RecordFilter | undefined {
  const number = /^r(\d+)$/.exec(value)?.[1]
  if (number !== undefined) return ({ id }) => numberOf(id) > Number(number)
  const since = parseInstant(value)
  return since === undefined ? undefined : ({ at }) => at >= since
}

function byUntil(value: string): RecordFilter | undefined {
  const until = parseInstant(value)
  return until === undefined ? undefined : ({ at }) => at <= until
}

/** In real ms. Includes time spent in a hold and, if the client is still waiting, the time so far. */
export const waitedMs = ({ durationMs, faultAction }: RequestRecord): number =>
  durationMs + (faultAction?.wait?.heldMs ?? 0)

function bySlowness(value: string): RecordFilter | undefined {
  const ms = parseDelay(value)
  if (ms === undefined) return undefined
  return (record) => waitedMs(record) > ms
}

/** Returns undefined if the text is too long. */
function byText(sought: string): ((record: RequestRecord) => boolean) | undefined {
  if (sought.length > TEXT_LENGTH_MAX) return undefined
  const lower = sought.toLowerCase()
  // Ids must match exactly, so that r1 doesn't find r12.
  return (record) => record.id === lower || occursIn(record, lower)
}

function occursIn(record: RequestRecord, lower: string): boolean {
  const { target, operation, credential, outcome, reason, faultAction, requestBody, replyBody } = record
  const isIn = (one: string | null | undefined): boolean => one?.toLowerCase().includes(lower) === true
  // Don't let a search find what's masked on the page.
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

/** Returns undefined if nothing is encoded or the encoding is broken. */
function decoded(target: string): string | undefined {
  if (!target.includes('%')) return undefined
  try {
    return maskJwt(decodeURIComponent(target))
  } catch {
    return undefined
  }
}
