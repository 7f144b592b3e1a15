import type { ClientRequest } from '../../../conformance/http-client.js'
import {
  answeringWith,
  changed,
  changing,
  groupOf,
  isEntry,
  isList,
  isUsage,
  type Wrong,
  wrongOf,
} from './wrong.js'

const isRead = (request: ClientRequest) => request.method === 'GET' && isEntry(request)

/** Accepts one request too many. */
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

export const wrongUsage = wrongOf({
  'quota.reads': {
    'one read too many': oneTooMany(isRead),
    'a used-up quota without its code': changing((answer) => {
      if (answer.status === 429) answer.body.error = 'too_many_requests'
    }),
  },
  'quota.writes': { 'one write too many': oneTooMany((request) => request.method === 'PUT') },
  'quota.lists': { 'one list too many': oneTooMany(isList) },
  'quota.storage': {
    'a full storage without its code': changing((answer) => {
      if (answer.status === 403) answer.body.error = 'forbidden'
    }),
    'a full storage gets 429': answeringWith(429, 403),
  },
  'quota.deletes-unlimited': {
    'deletes have a quota': ({ send }) => {
      let deletes = 0
      return changed(send, (answer, { method }) => {
        if (method === 'DELETE' && ++deletes > 2) answer.status = 429
      })
    },
  },
  'usage.month-reset': {
    'counters go on in the next month': ({ send }) => {
      let most = 0
      return changed(send, (answer, request) => {
        if (!isUsage(request)) return
        most = Math.max(most, answer.body.usage.writes)
        answer.body.usage.writes = most
      })
    },
    'the storage is reset in the next month': changing((answer, request) => {
      if (isUsage(request) && answer.body.usage.writes === 0) answer.body.usage.storageBytes = 0
    }),
  },
  'usage.month-key': {
    'a month key without its zero': changing((answer, request) => {
      if (isUsage(request)) answer.body.monthKey = '2026-1'
    }),
  },
  'usage.moves.delete.by-write-key': {
    'deletes are not counted': changing((answer, request) => {
      if (isUsage(request)) answer.body.usage.deletes = 0
    }),
  },
  'usage.moves.list': {
    'lists count as reads': changing((answer, request) => {
      if (!isUsage(request)) return
      answer.body.usage.reads += answer.body.usage.lists
      answer.body.usage.lists = 0
    }),
  },
  'usage.third-party': {
    'reads by a shared key are not counted for the owner': ({ send, namespace }) => {
      let shared = 0
      return changed(send, (answer, request) => {
        if (isRead(request) && request.headers['x-kv-key'] === namespace?.keys.read) shared += 1
        if (isUsage(request)) answer.body.usage.reads -= shared
      })
    },
  },
  'usage.owner': {
    'writes are counted for everybody': ({ send }) => {
      let writes = 0
      return changed(send, (answer, request) => {
        if (request.method === 'PUT') writes += 1
        if (isUsage(request)) answer.body.usage.writes = writes
      })
    },
  },
  'usage.calendar.resets': {
    'months are distinguished only by their number': ({ send }) => {
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
  'kv.size.4-kb': {
    'a delete frees no storage': ({ send }) => {
      let most = 0
      return changed(send, (answer, request) => {
        if (!isUsage(request)) return
        most = Math.max(most, answer.body.usage.storageBytes)
        answer.body.usage.storageBytes = most
      })
    },
  },
})
