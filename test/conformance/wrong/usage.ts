import type { ClientRequest } from '../../../conformance/http-client.js'
import { changed, changing, groupOf, isEntry, isList, isUsage, turning, type Wrong } from './wrong.js'

const isRead = (request: ClientRequest) => request.method === 'GET' && isEntry(request)

/** The first refusal of such a request for its quota goes through. */
function oneTooMany(isIt: (request: ClientRequest) => boolean): Wrong['make'] {
  return ({ send }) => {
    let last: unknown
    let wasLenient = false
    return changed(send, (answer, request) => {
      if (!isIt(request)) return
      if (answer.status === 429 && !wasLenient) {
        wasLenient = true
        answer.status = 200
        answer.body = last
      } else last = answer.body
    })
  }
}

/** Ways to be wrong about usage and quotas. */
export const wrongUsage: readonly Wrong[] = [
  { what: 'one read too many', caughtBy: 'quota.reads', make: oneTooMany(isRead) },
  {
    what: 'one write too many',
    caughtBy: 'quota.writes',
    make: oneTooMany((request) => request.method === 'PUT'),
  },
  { what: 'one list too many', caughtBy: 'quota.lists', make: oneTooMany(isList) },
  {
    what: 'a used-up quota without its code',
    caughtBy: 'quota.reads',
    make: changing((answer) => {
      if (answer.status === 429) answer.body.error = 'too_many_requests'
    }),
  },
  {
    what: 'a full storage without its code',
    caughtBy: 'quota.storage',
    make: changing((answer) => {
      if (answer.status === 403) answer.body.error = 'forbidden'
    }),
  },
  { what: 'a full storage gets 429', caughtBy: 'quota.storage', make: turning(403, 429) },
  {
    what: 'deletes have a quota',
    caughtBy: 'quota.deletes-unlimited',
    make({ send }) {
      let deletes = 0
      return changed(send, (answer, { method }) => {
        if (method === 'DELETE' && ++deletes > 2) answer.status = 429
      })
    },
  },
  {
    what: 'a quota stays used up in the next month',
    caughtBy: 'quota.new-month.reads',
    make({ send }) {
      let isUsedUp = false
      return changed(send, (answer) => {
        isUsedUp ||= answer.status === 429
        if (isUsedUp) answer.status = 429
      })
    },
  },
  {
    what: 'counters go on in the next month',
    caughtBy: 'usage.month-reset',
    make({ send }) {
      let most = 0
      return changed(send, (answer, request) => {
        if (!isUsage(request)) return
        most = Math.max(most, answer.body.usage.writes)
        answer.body.usage.writes = most
      })
    },
  },
  {
    what: 'the storage is forgotten in the next month',
    caughtBy: 'usage.month-reset',
    make: changing((answer, request) => {
      if (isUsage(request) && answer.body.usage.writes === 0) answer.body.usage.storageBytes = 0
    }),
  },
  {
    what: 'a month key without its zero',
    caughtBy: 'usage.month-key',
    make: changing((answer, request) => {
      if (isUsage(request)) answer.body.monthKey = '2026-1'
    }),
  },
  {
    what: 'deletes are not counted',
    caughtBy: 'usage.counts.deletes',
    make: changing((answer, request) => {
      if (isUsage(request)) answer.body.usage.deletes = 0
    }),
  },
  {
    what: 'lists count as reads',
    caughtBy: 'usage.counts.lists',
    make: changing((answer, request) => {
      if (!isUsage(request)) return
      answer.body.usage.reads += answer.body.usage.lists
      answer.body.usage.lists = 0
    }),
  },
  {
    what: 'reads by a shared key are not counted for the owner',
    caughtBy: 'usage.third-party',
    make({ send, namespace }) {
      let shared = 0
      return changed(send, (answer, request) => {
        if (isRead(request) && request.headers['x-kv-key'] === namespace?.keys.read) shared += 1
        if (isUsage(request)) answer.body.usage.reads -= shared
      })
    },
  },
  {
    what: 'writes are counted for everybody',
    caughtBy: 'usage.owner',
    make({ send }) {
      let writes = 0
      return changed(send, (answer, request) => {
        if (request.method === 'PUT') writes += 1
        if (isUsage(request)) answer.body.usage.writes = writes
      })
    },
  },
  {
    what: 'months are told apart by their number alone',
    caughtBy: 'usage.month-end.another-year',
    make({ send }) {
      const reports = new Map<string, { monthKey: string; reads: number }>()
      return changed(send, (answer, request) => {
        if (!isUsage(request) || answer.status !== 200) return
        const { monthKey, usage } = answer.body
        const month = `${groupOf(request)} ${monthKey.slice(5)}`
        const earlier = reports.get(month)
        if (earlier !== undefined && earlier.monthKey !== monthKey) usage.reads += earlier.reads
        else reports.set(month, { monthKey, reads: usage.reads })
      })
    },
  },
  {
    what: 'a delete frees no storage',
    caughtBy: 'usage.counts.storage',
    make({ send }) {
      let most = 0
      return changed(send, (answer, request) => {
        if (!isUsage(request)) return
        most = Math.max(most, answer.body.usage.storageBytes)
        answer.body.usage.storageBytes = most
      })
    },
  },
]
