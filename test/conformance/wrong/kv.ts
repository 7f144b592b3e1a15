import {
  answeringWith,
  changed,
  changing,
  isEntry,
  isKv,
  isList,
  isUsage,
  mistaking,
  type Wrong,
  withCredential,
  wrongOf,
} from './wrong.js'

const sent = (body: string | undefined) => JSON.parse(body ?? '{}')

export const wrongEntries = wrongOf({
  'kv.expiry.instant': {
    'an entry outlives its expiry by 1 ms': (subject) => {
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
    'an entry is gone 1 ms before its expiry': (subject) =>
      changed(subject.send, async (answer, request) => {
        if (request.method !== 'GET' || !isKv(request) || answer.status !== 200) return
        if (((await subject.time?.now()) ?? 0) + 1 >= answer.body.expiresAt) answer.status = 404
      }),
  },
  'kv.ttl.raised': {
    'a TTL below 60 is taken as it is': changing((answer, { method, body }) => {
      if (method !== 'PUT' || answer.status !== 200) return
      const { ttlSeconds } = sent(body)
      if (ttlSeconds < 60) answer.body.expiresAt -= (60 - ttlSeconds) * 1000
    }),
    'a TTL below 60 is refused': changing((answer, { method, body }) => {
      if (method === 'PUT' && sent(body).ttlSeconds < 60) answer.status = 400
    }),
  },
  'kv.ttl.no-maximum': {
    'a TTL is cut to a year': mistaking((request) => {
      if (request.method !== 'PUT') return request
      const body = sent(request.body)
      const ttlSeconds = Math.min(body.ttlSeconds, 365 * 86_400)
      return { ...request, body: JSON.stringify({ ...body, ttlSeconds }) }
    }),
  },
  'kv.put.replaces-ttl': { 'an upsert keeps the old TTL': firstPutWins('ttlSeconds') },
  'kv.put.replaces-value': {
    'an upsert keeps the old value': firstPutWins('value'),
    'an upsert merges values': firstPutWins('value', (first, later) => ({
      ...Object(first),
      ...Object(later),
    })),
  },
  'kv.expired.removed-by-list': {
    'an expired key stays in the list': ({ send }) => {
      const put: object[] = []
      return changed(send, (answer, request) => {
        if (request.method === 'PUT' && answer.status === 200) put.push(answer.body)
        if (isList(request) && answer.status === 200) answer.body.keys = put
      })
    },
  },
  'kv.expired.like-missing': {
    'an expired key looks different from a missing one': ({ send }) => {
      const known = new Set<string>()
      return changed(send, (answer, { method, url }) => {
        if (method === 'PUT') known.add(url)
        if (method === 'GET' && answer.status === 404 && known.has(url)) answer.body.message = 'it expired'
      })
    },
  },
  'kv.value.as-given': {
    'long numbers are rounded': changing((answer) => {
      if (answer.body?.value !== undefined) answer.body.isRead = true
    }),
  },
  'kv.list.only-place-of-created-at': {
    'a read returns createdAt': changing((answer, request) => {
      if (isEntry(request) && answer.status === 200) answer.body.createdAt = '2026-01-01T00:00:00.000Z'
    }),
  },
  'kv.list.expires-at-iso': {
    'expiresAtIso has no milliseconds': changing((answer) => {
      for (const entry of answer.body?.keys ?? [])
        entry.expiresAtIso = entry.expiresAtIso.replace(/\.\d+/, '')
    }),
  },
  'kv.expires-at.unix-ms': {
    'expiresAt is in seconds': changing((answer) => {
      if (answer.body?.expiresAt !== undefined)
        answer.body.expiresAt = Math.floor(answer.body.expiresAt / 1000)
    }),
  },
  'kv.ok': {
    'successes lack ok': changing((answer) => {
      if (answer.body?.ok === true) delete answer.body.ok
    }),
  },
  'kv.namespace.missing': {
    'a missing namespace has an empty list': changing((answer, request) => {
      if (isList(request) && answer.status === 404) {
        answer.status = 200
        answer.body = { ok: true, keys: [] }
      }
    }),
  },
  'kv.delete.removes': {
    'a delete leaves the entry':
      ({ send }) =>
      (request) =>
        send(request.method === 'DELETE' ? { ...request, method: 'GET' } : request),
  },
})

/** Later puts of a key keep this member of the first one. */
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

export const wrongCredentials = wrongOf({
  'kv.scope.read.may-not': {
    'a read key may write': mistaking((request, { namespace }) =>
      withCredential(request, 'x-kv-key', namespace?.keys.read ?? '', namespace?.keys.admin ?? ''),
    ),
    'an insufficient scope gets 401': answeringWith(401, 403),
  },
  'kv.scope.write.may-not': {
    'a write key may read': mistaking((request, { namespace }) =>
      withCredential(request, 'x-kv-key', namespace?.keys.write ?? '', namespace?.keys.admin ?? ''),
    ),
  },
  'kv.key.missing': {
    'a missing key gets 403': answeringWith(403, 401),
  },
  'kv.key.invalid': {
    'an unknown key gets 403': changing((answer, { headers }) => {
      if (answer.status === 401 && 'x-kv-key' in headers) answer.status = 403
    }),
  },
  'kv.bearer.stranger': {
    "another user's token opens the list": mistaking((request, { bearer, strangerBearer }) =>
      withCredential(request, 'authorization', `Bearer ${strangerBearer}`, `Bearer ${bearer}`),
    ),
  },
  'kv.bearer.usage-by-key': {
    'a scoped key opens the usage report': mistaking((request, { bearer }) =>
      isUsage(request) && 'x-kv-key' in request.headers
        ? { ...request, headers: { authorization: `Bearer ${bearer}` } }
        : request,
    ),
  },
})
