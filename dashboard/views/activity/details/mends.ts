import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { count, dateTime, span } from '../../../lib/format.js'
import { expiryIn } from '../../../lib/request-text.js'
import { type RequestSubject, subjectOf } from './subject.js'

/** A call of the admin interface that changes what a request would be answered. */
export interface CallMend {
  readonly label: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /_admin, percent-encoded. */
  readonly path: string
  readonly body?: object
}

/** What would change the answer to a request. */
export interface Mends {
  readonly calls: readonly CallMend[]
  /** It was refused for its credential: another would pass. */
  readonly needsCredential: boolean
  /** The entry is not there: it can be put. */
  readonly needsEntry: boolean
}

const CREDENTIAL_REFUSALS: ReadonlySet<string> = new Set([
  'credential_missing',
  'credential_invalid',
  'credential_foreign',
  'scoped_key_not_accepted',
  'scope_insufficient',
  'owner_mismatch',
  'record_out_of_scope',
  'collection_out_of_scope',
])

/** What would change the answer to a request that was refused, or that a fault struck. */
export function mendsOf(request: RequestDetails): Mends {
  const subject = subjectOf(request)
  return {
    calls: [...faultCalls(request), ...(subject === undefined ? [] : refusalCalls(request, subject))],
    needsCredential: subject !== undefined && CREDENTIAL_REFUSALS.has(request.outcome),
    needsEntry: subject !== undefined && subject.key !== '' && request.outcome === 'entry_missing',
  }
}

/** Faults of the list have ids; others are asked for by the request itself. */
function faultCalls({ fault }: RequestDetails): readonly CallMend[] {
  if (fault === undefined || fault === 'x-emulator-fault') return []
  return [
    { label: `Remove the fault ${fault}`, method: 'DELETE', path: `/faults/${encodeURIComponent(fault)}` },
  ]
}

function refusalCalls(
  request: RequestDetails,
  { operation, area, holder }: RequestSubject,
): readonly CallMend[] {
  const path = `/${area}/${encodeURIComponent(holder)}`
  const number = (name: string) =>
    Number(request.explain.gates.find(({ result }) => result === 'refused')?.[name] ?? 0)
  switch (request.outcome) {
    case 'monthly_quota_exceeded': {
      const { counts = 'reads' } = operation
      const limit = 2 * number('limit') + 1
      return [
        limitCall(path, counts, limit),
        jump(`Jump to the end of the month, ${dateTime(nextMonth(request.at))}`, { to: 'next-month' }),
      ]
    }
    case 'namespace_storage_quota_exceeded':
      return [limitCall(path, 'storageBytes', number('after'))]
    case 'rate_limited': {
      const seconds = retryAfter(request)
      return [
        jump(`Jump to the end of the window, in ${span(seconds * 1000)}`, { advance: seconds }),
        { label: 'Take the rate limit away', method: 'PATCH', path: '/database', body: { rateLimit: null } },
      ]
    }
    case 'entry_missing':
      return beforeExpiry(request)
    case 'resource_missing':
      return [
        {
          label: `Make ${holder}`,
          method: 'PATCH',
          path: '/state',
          body: { [area]: [{ id: holder }] },
        },
      ]
    default:
      return []
  }
}

const limitCall = (path: string, name: string, limit: number): CallMend => ({
  label: `Raise the limit of ${name} to ${count(limit)}`,
  method: 'PATCH',
  path,
  body: { limits: { [name]: limit } },
})

const jump = (label: string, body: object): CallMend => ({
  label,
  method: 'POST',
  path: '/clock',
  body,
})

function beforeExpiry({ absence }: RequestDetails): readonly CallMend[] {
  const expiredAt = expiryIn(absence)
  if (expiredAt === undefined) return []
  // The clock alone would not bring it back: it is dropped once a request has missed it.
  const to = new Date(expiredAt - 1).toISOString()
  return [
    {
      label: 'Go back to 1 ms before it expired',
      method: 'POST',
      path: '/undo',
      body: { to },
    },
  ]
}

/** The first instant of the next month, in ms. */
function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** s */
function retryAfter({ responseHeaders }: RequestDetails): number {
  const asked = responseHeaders.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  return Number(asked ?? 60)
}
