import { monthStart, nextMonthStart } from '../../months.js'
import { authorizationOf, type RunRequest } from '../requests.js'
import type { UndisturbedRun } from '../undisturbed.js'
import type { TouchedInstant } from './boundary.js'

/** A recurring period, e.g. a month. */
interface Period {
  readonly startOf: (at: number) => number
  readonly endOf: (at: number) => number
}

const MONTH: Period = { startOf: monthStart, endOf: nextMonthStart }

/** Finds the end of the month after each counted request, or the one before it if the last clock move crossed that. */
export function monthEnds({ requests, instants, operations }: UndisturbedRun): TouchedInstant[] {
  return requests
    .filter(
      // `usage.get` reports the counters.
      ({ operation }) => operations.named(operation)?.counts !== undefined || operation === 'usage.get',
    )
    .map((request) => ({
      request,
      name: 'month',
      at: nearestEnd(request, instants, MONTH),
      since: -1,
      isCalendar: true,
    }))
}

/** Finds the ends of rate limit windows that database requests met. */
export function rateWindows({ requests, instants, startState, profile }: UndisturbedRun): TouchedInstant[] {
  const { rateLimit } = startState.database ?? {}
  // Exports contain it in ms.
  const perMs = rateLimit === undefined ? undefined : Number.parseInt(String(rateLimit.per), 10)
  const limited = requests.filter(({ details }) =>
    details.explain.gates.some(({ gate }) => gate === 'rate limit'),
  )
  if (perMs === undefined) return []
  if (profile.database.rateWindow === 'sliding') return slidingWindows(limited, perMs)
  const period: Period = {
    startOf: (at) => at - (at % perMs),
    endOf: (at) => at - (at % perMs) + perMs,
  }
  return limited.map((request) => ({
    request,
    name: 'window',
    at: nearestEnd(request, instants, period),
    since: -1,
  }))
}

/** A sliding window ends when the key's oldest request leaves it. */
function slidingWindows(limited: readonly RunRequest[], perMs: number): TouchedInstant[] {
  return limited.flatMap((request, index) => {
    const { credential } = request.details
    const first = limited.slice(0, index).find(({ details }) => details.credential === credential)
    if (first === undefined) return []
    return [{ request, name: 'window', at: first.details.at + perMs, since: first.segment }]
  })
}

function nearestEnd({ segment, details }: RunRequest, instants: readonly number[], period: Period): number {
  const start = period.startOf(details.at)
  return segment > 0 && start > (instants[segment - 1] ?? start) ? start : period.endOf(details.at)
}

/** Finds when the tokens that were sent with requests expire. */
export function tokenEnds({ requests, instants, profile }: UndisturbedRun): TouchedInstant[] {
  const { tokenTime, leeway } = profile.auth
  if (tokenTime !== 'virtual') return []
  return requests.flatMap((request) => {
    const { exp, iat } = claimsOf(request)
    if (typeof exp !== 'number') return []
    return [{ request, name: 'token', at: (exp + leeway) * 1000, since: sinceOf(iat, instants) }]
  })
}

/** Tokens only have whole seconds, so one issued in the same second as a move may have been issued after it. */
function sinceOf(iat: unknown, instants: readonly number[]): number {
  if (typeof iat !== 'number') return -1
  return instants.findLastIndex((instant) => Math.floor(instant / 1000) <= iat)
}

function claimsOf({ details }: RunRequest): { readonly exp?: unknown; readonly iat?: unknown } {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(authorizationOf(details).split('.')[1] ?? '', 'base64url').toString(),
    )
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** An entry's expiry (in ms), and the clock move that its put came after. */
interface Expiry {
  readonly at: number
  readonly since: number
}

/** Finds the expiries that reads, deletes and lists met. Puts don't depend on them, since they replace the entry. */
export function expiries({ requests, startState }: UndisturbedRun): TouchedInstant[] {
  const known = new Map<string, Map<string, Expiry>>()
  for (const { id, entries = [] } of startState.namespaces ?? []) {
    const own = entries.map(({ key, expiresAt }): [string, Expiry] => [
      key,
      { at: typeof expiresAt === 'number' ? expiresAt : Date.parse(String(expiresAt)), since: -1 },
    ])
    known.set(id, new Map(own))
  }
  return requests.flatMap((request) => {
    const entries = known.get(request.resource ?? '') ?? new Map<string, Expiry>()
    if (request.resource !== undefined) known.set(request.resource, entries)
    const met = metBy(request, entries)
    follow(request, entries)
    return met
  })
}

function metBy(request: RunRequest, entries: ReadonlyMap<string, Expiry>): TouchedInstant[] {
  const { operation, key = '' } = request
  if (operation === 'kv.list') return [...entries].map(([name, expiry]) => ({ request, name, ...expiry }))
  if (operation !== 'kv.get' && operation !== 'kv.delete') return []
  const expiry = entries.get(key)
  return expiry === undefined ? [] : [{ request, name: '', ...expiry }]
}

function follow({ operation, key, segment, details }: RunRequest, entries: Map<string, Expiry>): void {
  if (key === undefined || details.outcome !== 'ok') return
  if (operation === 'kv.delete') entries.delete(key)
  if (operation !== 'kv.put') return
  const at = expiresAtIn(details.responseBody?.text ?? '')
  if (at !== undefined) entries.set(key, { at, since: segment })
}

function expiresAtIn(body: string): number | undefined {
  const at = /"expiresAt":(\d+)/.exec(body)?.[1]
  return at === undefined ? undefined : Number(at)
}
