import type { Send } from '../../../conformance/http-client.js'
import { type Changeable, changed, changing, isEntry, isKv, isUsage, type Wrong, wrongOf } from './wrong.js'

/** Changes each entry in the list of keys. */
const eachKey = (change: (entry: Record<string, unknown>) => void): Wrong['make'] =>
  changing((answer) => {
    for (const entry of answer.body?.keys ?? []) change(entry)
  })

const sinceCreation = ({ createdAt, ttlSeconds }: Record<string, unknown>): number =>
  Date.parse(String(createdAt)) + Number(ttlSeconds) * 1000

/** A service whose 404 for an expired key differs slightly from that for a missing key. */
function telling(change: (answer: Changeable) => void, times = 1): Wrong['make'] {
  return ({ send }) => {
    const known = new Map<string, number>()
    return changed(send, (answer, { method, url }) => {
      if (method === 'PUT') known.set(url, 0)
      const reads = known.get(url)
      if (method !== 'GET' || answer.status !== 404 || reads === undefined) return
      known.set(url, reads + 1)
      if (reads + 1 >= times) change(answer)
    })
  }
}

const atNow = (send: Send, now: () => Promise<number> | undefined, member: 'createdAt' | 'updatedAt'): Send =>
  changed(send, async (answer, request) => {
    if (request.method !== 'GET' || isEntry(request) || isUsage(request)) return
    const instant = new Date((await now()) ?? 0).toISOString()
    for (const entry of answer.body?.keys ?? answer.body?.configs ?? []) entry[member] = instant
  })

export const wrongAnswers: readonly Wrong[] = [
  ...wrongOf({
    'kv.list.ttl': {
      'ttlSeconds in the list is always 60': eachKey((entry) => Object.assign(entry, { ttlSeconds: 60 })),
    },
    'kv.list.expiry.of-latest-put': {
      'the list computes expiresAt from createdAt': eachKey((entry) => {
        entry.expiresAt = sinceCreation(entry)
      }),
      'the list computes expiresAtIso from createdAt': eachKey((entry) => {
        entry.expiresAtIso = new Date(sinceCreation(entry)).toISOString()
      }),
    },
    'kv.expired.delete': {
      'a delete of an expired key succeeds': ({ send }) => {
        const put = new Set<string>()
        return changed(send, (answer, { method, url }) => {
          if (method === 'PUT') put.add(url)
          if (method === 'DELETE' && answer.status === 404 && put.has(url)) answer.status = 200
        })
      },
    },
    'kv.put.refused': {
      'a refused put extends the life of the entry': ({ send }) => {
        const refused = new Set<string>()
        return changed(send, (answer, { method, url }) => {
          if (method === 'PUT' && answer.status === 400) refused.add(url)
          if (method === 'GET' && refused.has(url)) answer.body.expiresAt += 60_000
        })
      },
    },
    'kv.list.created-at.of-put': {
      'createdAt is the time of the list': ({ send, time }) => atNow(send, () => time?.now(), 'createdAt'),
    },
    'config.list.updated-at': {
      'updatedAt is the time of the list': ({ send, time }) => atNow(send, () => time?.now(), 'updatedAt'),
    },
    'kv.list.created-at.anew': {
      'createdAt outlives a delete': ({ send, time }) => {
        const born = new Map<string, string>()
        return changed(send, async (answer, request) => {
          const instant = new Date((await time?.now()) ?? 0).toISOString()
          if (request.method === 'PUT') born.set(answer.body?.key, born.get(answer.body?.key) ?? instant)
          for (const entry of answer.body?.keys ?? [])
            entry.createdAt = born.get(entry.key) ?? entry.createdAt
        })
      },
    },
    'kv.list.no-values': {
      'the list of keys has values': eachKey((entry) => Object.assign(entry, { value: 1 })),
    },
    'kv.expired.like-missing.headers': {
      'the 404 of an expired key has an additional header': telling((answer) =>
        answer.setHeader('x-expired', 'yes'),
      ),
      'the 404 of an expired key lacks a header': telling((answer) => answer.dropHeader('content-type')),
    },
    'kv.expired.like-missing.status-text': {
      'the 404 of an expired key has another status text': telling((answer) => {
        answer.statusText = 'Expired'
      }),
    },
    'kv.expired.like-missing.again': {
      'the second read of an expired key looks different': telling((answer) => {
        answer.body.message = 'it expired'
      }, 2),
    },
    'kv.expired.like-missing': {
      'an expired key looks different from a missing one, next to a varying number': ({ send }) => {
        let requests = 0
        const known = new Set<string>()
        return changed(send, (answer, { method, url }) => {
          if (method === 'PUT') known.add(url)
          if (answer.status !== 404) return
          answer.body.request = ++requests
          if (method === 'GET' && known.has(url)) answer.body.message = 'it expired'
        })
      },
    },
    'kv.expires-at.each-millisecond': {
      'expiresAt is rounded down to the second': changing((answer) => {
        if (answer.body?.expiresAt !== undefined) answer.body.expiresAt -= answer.body.expiresAt % 1000
      }),
    },
    'config.updated-at.each-millisecond': {
      'updatedAt is rounded down to the second': changing((answer) => {
        if (answer.body?.updatedAt !== undefined)
          answer.body.updatedAt = answer.body.updatedAt.replace(/\d{3}Z$/, '000Z')
      }),
    },
    'kv.get.prolongs-nothing': {
      'a read delays the expiry': ({ send }) => {
        const read = new Set<string>()
        return changed(send, (answer, request) => {
          if (!isKv(request) || !isEntry(request) || request.method !== 'GET') return
          if (answer.status === 200) read.add(request.url)
          else if (read.has(request.url)) answer.status = 200
        })
      },
    },
    'kv.expiry.listed-until': {
      'an entry that expires removes all others': ({ send }) => {
        let isOver = false
        return changed(send, (answer, request) => {
          if (!isKv(request) || !isEntry(request) || request.method !== 'GET') return
          isOver ||= answer.status === 404
          if (isOver) answer.status = 404
        })
      },
    },
    'config.value.as-given': {
      'digits of config values are lost': changing((answer) => {
        if (answer.body?.value !== undefined) answer.body.isRead = true
      }),
    },
    'ab.content-type': {
      'JSON is sent as text': changing((answer) => answer.setHeader('content-type', 'text/plain')),
    },
    'db.content-type': {
      'errors are sent as HTML': changing((answer) => {
        if (answer.status >= 400) answer.setHeader('content-type', 'text/html')
      }),
    },
    'ab.error.not-ok': {
      'an error says ok, true': changing((answer) => {
        if (answer.status >= 400) answer.body.ok = true
      }),
    },
  }),
  ...(['kv', 'config'] as const).map(
    (area): Wrong => ({
      what: `a missing key of ${area} has the code of a quota`,
      caughtBy: `${area}.error.no-quota-code`,
      make: changing((answer) => {
        if (answer.status === 404) answer.body.error = 'monthly_quota_exceeded'
      }),
    }),
  ),
  ...wrongOf({
    'kv.error.no-code': {
      'a missing key has a code': changing((answer) => {
        if (answer.status === 404) answer.body = { ok: false, error: { code: 'gone' } }
      }),
      'the error of a missing key is a code': changing((answer) => {
        if (answer.status === 404) answer.body = { ok: false, error: 'entry_gone' }
      }),
    },
    'config.error.no-code': {
      'a missing value has a code': changing((answer) => {
        if (answer.status === 400) answer.body.code = 'invalid'
      }),
    },
  }),
]
