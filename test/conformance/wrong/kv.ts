import {
  changed,
  changing,
  isEntry,
  isKv,
  isList,
  isUsage,
  mistaking,
  turning,
  type Wrong,
  withCredential,
} from './wrong.js'

const sent = (body: string | undefined) => JSON.parse(body ?? '{}')

/** Ways to be wrong about key-value entries and their time to live. */
export const wrongEntries: readonly Wrong[] = [
  {
    what: 'an entry outlives its expiry by 1 ms',
    caughtBy: 'kv.expiry.instant',
    make(subject) {
      const alive = new Map<string, { expiresAt: number }>()
      return changed(subject.send, async (answer, request) => {
        if (request.method !== 'GET' || !isKv(request) || !isEntry(request)) return
        if (answer.status === 200) alive.set(request.url, answer.body)
        const before = alive.get(request.url)
        if (before === undefined || (await subject.time?.now()) !== before.expiresAt) return
        answer.status = 200
        answer.body = before
      })
    },
  },
  {
    what: 'an entry is gone 1 ms before its expiry',
    caughtBy: 'kv.expiry.instant',
    make: (subject) =>
      changed(subject.send, async (answer, request) => {
        if (request.method !== 'GET' || !isKv(request) || answer.status !== 200) return
        if (((await subject.time?.now()) ?? 0) + 1 >= answer.body.expiresAt) answer.status = 404
      }),
  },
  {
    what: 'a TTL below 60 is taken as it is',
    caughtBy: 'kv.ttl.raised',
    make: changing((answer, { method, body }) => {
      if (method !== 'PUT' || answer.status !== 200) return
      const { ttlSeconds } = sent(body)
      if (ttlSeconds < 60) answer.body.expiresAt -= (60 - ttlSeconds) * 1000
    }),
  },
  {
    what: 'a TTL below 60 is refused',
    caughtBy: 'kv.ttl.raised',
    make: changing((answer, { method, body }) => {
      if (method === 'PUT' && sent(body).ttlSeconds < 60) answer.status = 400
    }),
  },
  {
    what: 'a TTL is cut to a year',
    caughtBy: 'kv.ttl.no-maximum',
    make: mistaking((request) => {
      if (request.method !== 'PUT') return request
      const body = sent(request.body)
      const ttlSeconds = Math.min(body.ttlSeconds, 365 * 86_400)
      return { ...request, body: JSON.stringify({ ...body, ttlSeconds }) }
    }),
  },
  { what: 'an upsert keeps the old TTL', caughtBy: 'kv.put.replaces-ttl', make: firstPutWins('ttlSeconds') },
  { what: 'an upsert keeps the old value', caughtBy: 'kv.put.replaces-value', make: firstPutWins('value') },
  {
    what: 'an upsert merges values',
    caughtBy: 'kv.put.replaces-value',
    make: firstPutWins('value', (first, later) => ({ ...Object(first), ...Object(later) })),
  },
  {
    what: 'an expired key stays in the list',
    caughtBy: 'kv.expired.removed-by-list',
    make({ send }) {
      const put: object[] = []
      return changed(send, (answer, request) => {
        if (request.method === 'PUT' && answer.status === 200) put.push(answer.body)
        if (isList(request) && answer.status === 200) answer.body.keys = put
      })
    },
  },
  {
    what: 'an expired key is told from a missing one',
    caughtBy: 'kv.expired.like-missing',
    make({ send }) {
      const known = new Set<string>()
      return changed(send, (answer, { method, url }) => {
        if (method === 'PUT') known.add(url)
        if (method === 'GET' && answer.status === 404 && known.has(url)) answer.body.message = 'it expired'
      })
    },
  },
  {
    what: 'long numbers are rounded',
    caughtBy: 'kv.value.as-given',
    make: changing((answer) => {
      if (answer.body?.value !== undefined) answer.body.isRead = true
    }),
  },
  {
    what: 'a read tells createdAt',
    caughtBy: 'kv.list.only-place-of-created-at',
    make: changing((answer, request) => {
      if (isEntry(request) && answer.status === 200) answer.body.createdAt = '2026-01-01T00:00:00.000Z'
    }),
  },
  {
    what: 'expiresAtIso has no milliseconds',
    caughtBy: 'kv.list.expires-at-iso',
    make: changing((answer) => {
      for (const entry of answer.body?.keys ?? [])
        entry.expiresAtIso = entry.expiresAtIso.replace(/\.\d+/, '')
    }),
  },
  {
    what: 'expiresAt is in seconds',
    caughtBy: 'kv.expires-at.unix-ms',
    make: changing((answer) => {
      if (answer.body?.expiresAt !== undefined)
        answer.body.expiresAt = Math.floor(answer.body.expiresAt / 1000)
    }),
  },
  {
    what: 'successes lack ok',
    caughtBy: 'kv.ok',
    make: changing((answer) => {
      if (answer.body?.ok === true) delete answer.body.ok
    }),
  },
  {
    what: 'a missing namespace has an empty list',
    caughtBy: 'kv.namespace.missing',
    make: changing((answer, request) => {
      if (isList(request) && answer.status === 404) {
        answer.status = 200
        answer.body = { ok: true, keys: [] }
      }
    }),
  },
  {
    what: 'a delete leaves the entry',
    caughtBy: 'kv.delete.removes',
    make:
      ({ send }) =>
      (request) =>
        send(request.method === 'DELETE' ? { ...request, method: 'GET' } : request),
  },
]

/** A later put on the same key has this member of the first one. */
function firstPutWins(member: string, join: (first: unknown, later: unknown) => unknown = (first) => first) {
  return ({ send }: Parameters<Wrong['make']>[0]): ReturnType<Wrong['make']> => {
    const first = new Map<string, unknown>()
    return (request) => {
      if (request.method !== 'PUT') return send(request)
      const body = sent(request.body)
      if (!first.has(request.url)) first.set(request.url, body[member])
      return send({
        ...request,
        body: JSON.stringify({ ...body, [member]: join(first.get(request.url), body[member]) }),
      })
    }
  }
}

/** Ways to be wrong about who may do what in the key-value store. */
export const wrongCredentials: readonly Wrong[] = [
  {
    what: 'a read key may write',
    caughtBy: 'kv.scope.read.may-not',
    make: mistaking((request, { namespace }) =>
      withCredential(request, 'x-kv-key', namespace?.keys.read ?? '', namespace?.keys.admin ?? ''),
    ),
  },
  {
    what: 'a write key may read',
    caughtBy: 'kv.scope.write.may-not',
    make: mistaking((request, { namespace }) =>
      withCredential(request, 'x-kv-key', namespace?.keys.write ?? '', namespace?.keys.admin ?? ''),
    ),
  },
  { what: 'an insufficient scope gets 401', caughtBy: 'kv.scope.read.may-not', make: turning(403, 401) },
  {
    what: 'a scope is read from the prefix of the key',
    caughtBy: 'kv.key.prefix-cosmetic',
    make: mistaking((request, { misnamed, namespace }) =>
      withCredential(request, 'x-kv-key', misnamed?.namespace.readAsAdmin ?? '', namespace?.keys.admin ?? ''),
    ),
  },
  {
    what: 'a key of another namespace is accepted',
    caughtBy: 'kv.key.foreign.admin',
    make: mistaking((request, { namespace, foreignNamespace }) =>
      withCredential(request, 'x-kv-key', foreignNamespace?.keys.admin ?? '', namespace?.keys.admin ?? ''),
    ),
  },
  { what: 'a missing key gets 403', caughtBy: 'kv.key.missing', make: turning(401, 403) },
  {
    what: 'a key that nobody was given gets 403',
    caughtBy: 'kv.key.invalid',
    make: changing((answer, { headers }) => {
      if (answer.status === 401 && 'x-kv-key' in headers) answer.status = 403
    }),
  },
  {
    what: "somebody else's token opens the list",
    caughtBy: 'kv.bearer.stranger',
    make: mistaking((request, { bearer, strangerBearer }) =>
      withCredential(request, 'authorization', `Bearer ${strangerBearer}`, `Bearer ${bearer}`),
    ),
  },
  {
    what: 'a scoped key opens the usage report',
    caughtBy: 'kv.bearer.usage-by-key',
    make: mistaking((request, { bearer }) =>
      isUsage(request) && 'x-kv-key' in request.headers
        ? { ...request, headers: { authorization: `Bearer ${bearer}` } }
        : request,
    ),
  },
]
