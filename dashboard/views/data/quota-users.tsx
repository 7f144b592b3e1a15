import type { RequestSummary } from '../../../src/admin/request-json.js'
import { type Operation, operations } from '../../../src/contract/operations.js'
import { run } from '../../api.js'
import { ShortText } from '../../components/short-text.js'
import { count } from '../../lib/format.js'
import { visible } from '../../lib/visible-text.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'

type Counter = NonNullable<Operation['counts']>

interface QuotaUser {
  /** Null for requests without one. */
  readonly credential: string | null
  readonly requests: number
}

/** Recent requests per path. */
const LOOKED_AT = 500

const SHOWN_MAX = 4

/** Real ms between loads, since the responses are large. */
const REST_MS = 2000

/** The latest requests for a namespace's keys and for its list. */
export function useRequestsOf(namespace: string): readonly RequestSummary[] {
  const path = `/v1/kv/${encodeURIComponent(namespace)}`
  const load = async (signal: AbortSignal) => {
    const answers = await Promise.all(
      [`${path}/**`, path].map((one) =>
        run.get<{ readonly requests: readonly RequestSummary[] }>(
          '/requests',
          { path: one, limit: LOOKED_AT },
          signal,
        ),
      ),
    )
    return answers.flatMap(({ requests }) => requests)
  }
  const { data = [] } = useLive(`requests of ${namespace}`, load, {
    on: ['request', 'reset', 'requests'],
    restMs: REST_MS,
  })
  return data
}

/** Busiest first. */
function usersOf(requests: readonly RequestSummary[], counter: Counter): readonly QuotaUser[] {
  const counting = new Set(operations.filter(countsIn(counter)).map(({ id }) => id))
  const users = new Map<string | null, number>()
  for (const { operation, credential } of requests) {
    if (operation !== null && counting.has(operation)) users.set(credential, (users.get(credential) ?? 0) + 1)
  }
  return [...users]
    .map(([credential, n]) => ({ credential, requests: n }))
    .sort((one, other) => other.requests - one.requests)
}

const countsIn =
  (counter: Counter) =>
  (operation: Operation): boolean =>
    operation.counts === counter

interface QuotaUsersProps {
  readonly counter: Counter
  readonly requests: readonly RequestSummary[]
}

export function QuotaUsers({ counter, requests }: QuotaUsersProps) {
  const users = usersOf(requests, counter)
  if (users.length === 0) return null
  const operation = operations.filter(countsIn(counter)).map(({ id }) => id)
  return (
    <ul class="quota-users" aria-label={`Who sent the ${counter}`}>
      {users.slice(0, SHOWN_MAX).map(({ credential, requests: n }) => (
        <li key={credential}>
          <a href={linkTo('activity', { credential: credential ?? 'none', operation: operation.join(',') })}>
            {credential === null ? 'none' : <ShortText mono text={visible(credential)} />}
          </a>
          <span class="hint">{count(n)}</span>
        </li>
      ))}
      {users.length > SHOWN_MAX && <li class="hint">and {count(users.length - SHOWN_MAX)} more</li>}
    </ul>
  )
}
