import type { ClientRequest, Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import {
  changed,
  changing,
  groupOf,
  isEntry,
  isKv,
  isList,
  isUsage,
  keyOf,
  type Wrong,
  wrongOf,
} from './wrong.js'

const isRead = (request: ClientRequest) => isKv(request) && request.method === 'GET' && isEntry(request)
const isPut = (request: ClientRequest) => isKv(request) && request.method === 'PUT'
const OF = { reads: isRead, writes: isPut, lists: isList } as const

/** Also answers these requests with 429 once the quota is used up. */
function quotaFirst(
  quantity: keyof typeof OF,
  isIt: (request: ClientRequest, subject: ServiceUnderTest) => boolean,
) {
  return (subject: ServiceUnderTest): Send => {
    let isUsedUp = false
    const { limited } = subject
    let limit = Number.POSITIVE_INFINITY
    let used = 0
    Object.assign(subject, {
      limited: async () => {
        const namespace = await limited?.call(subject)
        limit = namespace?.limits[quantity] ?? limit
        return namespace
      },
    })
    return changed(subject.send, (answer, request) => {
      if (!OF[quantity](request)) return
      if (isUsedUp && answer.status < 429 && isIt(request, subject)) {
        answer.status = 429
        answer.body = { ok: false, error: 'monthly_quota_exceeded' }
      }
      // Lets one last call through, the one that reaches the limit.
      if (answer.status < 300) isUsedUp = ++used >= limit
    })
  }
}

const has = (header: string) => (request: ClientRequest) => header in request.headers

/** Counts requests that get a 429. */
const countingRefused = (quantity: keyof typeof OF): Wrong['make'] => {
  return ({ send }) => {
    let refused = 0
    return changed(send, (answer, request) => {
      if (answer.status === 429) refused += 1
      if (isUsage(request) && answer.status === 200) answer.body.usage[quantity] += refused
    })
  }
}

/** Changes the response to each later put of a key. */
function onSecondPut(change: (answer: { status: number; body: unknown }) => void): Wrong['make'] {
  return ({ send }) => {
    const put = new Set<string>()
    return changed(send, (answer, request) => {
      if (!isPut(request)) return
      if (put.has(request.url)) change(answer)
      put.add(request.url)
    })
  }
}

/** One counter isn't reset at the end of the month. */
function goesOn(counter: 'reads' | 'writes' | 'deletes' | 'lists'): Wrong['make'] {
  return ({ send }) => {
    const most = new Map<string, number>()
    return changed(send, (answer, request) => {
      if (!isUsage(request) || answer.status !== 200) return
      const count = Math.max(most.get(request.url) ?? 0, answer.body.usage[counter])
      most.set(request.url, count)
      answer.body.usage[counter] = count
    })
  }
}

const STORAGE_FULL = { ok: false, error: 'namespace_storage_quota_exceeded' }

export const wrongQuotas: readonly Wrong[] = [
  ...(['reads', 'writes', 'lists'] as const).flatMap((quantity): Wrong[] => [
    {
      what: `a request that is refused for ${quantity} is counted`,
      caughtBy: `quota.refused-moves-nothing.${quantity}`,
      make: countingRefused(quantity),
    },
    {
      what: `used-up ${quantity} come before the credential`,
      caughtBy: `quota.credential-first.${quantity}`,
      make: quotaFirst(quantity, () => true),
    },
    {
      what: `used-up ${quantity} come before an invalid credential only`,
      caughtBy: `quota.credential-first.${quantity}`,
      make: quotaFirst(quantity, has(quantity === 'lists' ? 'authorization' : 'x-kv-key')),
    },
    {
      what: `used-up ${quantity} stay used up in the next month`,
      caughtBy: `quota.new-month.${quantity}`,
      make({ send }) {
        let isUsedUp = false
        return changed(send, (answer, request) => {
          isUsedUp ||= answer.status === 429
          if (isUsedUp && OF[quantity](request)) answer.status = 429
        })
      },
    },
  ]),
  ...(['reads', 'writes'] as const).map(
    (quantity): Wrong => ({
      what: `used-up ${quantity} come before the scope`,
      caughtBy: `quota.scope-first.${quantity}`,
      make: quotaFirst(quantity, has('x-kv-key')),
    }),
  ),
  ...wrongOf({
    'quota.foreign-key-first': {
      'used-up reads are reported to foreign keys': quotaFirst(
        'reads',
        (request, { foreignNamespace }) => keyOf(request) === foreignNamespace?.keys.admin,
      ),
    },
  }),
  ...(['reads', 'writes', 'deletes', 'lists'] as const).map(
    (counter): Wrong => ({
      what: `${counter} go on in the next month`,
      caughtBy: `usage.month-end.${counter}`,
      make: goesOn(counter),
    }),
  ),
  ...wrongOf({
    'usage.calendar.resets': {
      'the month after the next goes on': ({ send }) => {
        const months: string[] = []
        return changed(send, (answer, request) => {
          if (!isUsage(request) || answer.status !== 200) return
          if (!months.includes(answer.body.monthKey)) months.push(answer.body.monthKey)
          if (months.length > 2) answer.body.usage.reads += 1
        })
      },
    },
    'quota.limits-reported': {
      'the usage report shows a wrong limit of storage': changing((answer, request) => {
        if (isUsage(request) && answer.status === 200) answer.body.limits.storageBytes = 1_000_000
      }),
    },
    'quota.storage.upsert-shrinks': {
      'the old value counts with the new one near the limit': onSecondPut((answer) =>
        Object.assign(answer, { status: 403, body: STORAGE_FULL }),
      ),
    },
    'quota.storage.upsert-grows': {
      'an upsert must not grow near the limit': onSecondPut((answer) =>
        Object.assign(answer, { status: 403, body: STORAGE_FULL }),
      ),
    },
    'quota.storage.upsert-refused': {
      'an upsert may exceed the storage limit': onSecondPut((answer) =>
        Object.assign(answer, { status: 200, body: { ok: true } }),
      ),
    },
    'quota.storage.expired-makes-room': {
      'expired entries never make room': ({ send }) => {
        const groups = new Map<string, number>()
        return changed(send, (answer, request) => {
          if (!isPut(request)) return
          const puts = (groups.get(groupOf(request)) ?? 0) + 1
          groups.set(groupOf(request), puts)
          if (puts > 1) Object.assign(answer, { status: 403, body: STORAGE_FULL })
        })
      },
    },
  }),
]
