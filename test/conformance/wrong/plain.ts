import type { Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import type { Scope } from '../../../src/contract/values.js'
import {
  answering,
  both,
  changed,
  groupOf,
  type Is,
  isConfig,
  isEntry,
  isKv,
  isList,
  isProjects,
  isUsage,
  keyOf,
  lacking,
  mistaking,
  refusing,
  sent,
  successes,
  type Wrong,
} from './wrong.js'

/** Plain ways to be wrong, for the statements that say how an answer looks and who gets one. */

const isPut: Is = ({ method }) => method === 'PUT'
const isRead: Is = (request) => request.method === 'GET' && isEntry(request)
const isConfigList: Is = (request) => isConfig(request) && !isEntry(request)

/** Bodies of a kind are no JSON. */
function garbled(is: Is) {
  return ({ send }: ServiceUnderTest): Send =>
    async (request) => {
      const answer = await send(request)
      return is(request) ? { ...answer, text: '<html>' } : answer
    }
}

/** Two namespaces, or two stores, are one. */
function shared(which: 'kv' | 'ec') {
  return mistaking((request, subject) => {
    const own = which === 'kv' ? subject.namespace : subject.store
    const foreign = which === 'kv' ? subject.foreignNamespace : subject.foreignStore
    if (own === undefined || foreign === undefined || groupOf(request) !== foreign.id) return request
    const scope = (['read', 'write', 'admin'] as const).find((name) => foreign.keys[name] === keyOf(request))
    const key = scope === undefined ? undefined : own.keys[scope]
    const headers = key === undefined ? request.headers : { ...request.headers, 'x-kv-key': key }
    return { ...request, url: request.url.replace(foreign.id, own.id), headers }
  })
}

/** A key of this scope is refused what it may do. */
const refusedScope = (which: 'kv' | 'ec', scope: Scope) =>
  refusing((request, { namespace, store }) => {
    const keys = which === 'kv' ? namespace?.keys : store?.keys
    return keyOf(request) !== '' && keyOf(request) === keys?.[scope]
  }, 403)

/** A put of an entry that the sender has not put before, by its address. */
function refusingNew(is: Is) {
  return ({ send }: ServiceUnderTest): Send => {
    const known = new Set<string>()
    return changed(send, (answer, request) => {
      if (!is(request) || !isPut(request) || !isEntry(request)) return
      if (!known.has(request.url)) answer.status = 404
      known.add(request.url)
    })
  }
}

const VERSIONS: readonly Wrong[] = [
  { what: 'stores are at another address', caughtBy: 'ab.base', make: refusing(isConfig, 404) },
  { what: 'the usage report is under /v2', caughtBy: 'ab.version', make: refusing(isUsage, 404) },
  { what: 'projects are under /v1', caughtBy: 'db.base', make: refusing(isProjects, 404) },
  {
    what: 'deletes of the two stores answer with a page',
    caughtBy: 'ab.json',
    make: garbled(({ method }) => method === 'DELETE'),
  },
  { what: 'projects are listed as a page', caughtBy: 'db.json', make: garbled(isProjects) },
]

/** Answers without a member that they should have. */
const LACKING = (
  [
    ['a put has no expiresAt', 'kv.put.answer', both(isKv, isPut), 'expiresAt'],
    ['a put has no updatedAt', 'config.put.answer', both(isConfig, isPut), 'updatedAt'],
    ['a read has no ttlSeconds', 'kv.get.answer', both(isKv, isRead), 'ttlSeconds'],
    ['a read has no updatedAt', 'config.get.answer', both(isConfig, isRead), 'updatedAt'],
    ['the list has no createdAt', 'kv.list.created-at', isList, 'createdAt'],
    ['the list of a store has no updatedAt', 'config.list.answer', isConfigList, 'updatedAt'],
    ['the report names no namespace', 'usage.namespace-id', isUsage, 'namespaceId'],
  ] as const
).map(([what, caughtBy, is, member]): Wrong => ({ what, caughtBy, make: lacking(is, member) }))

const ANSWERS: readonly Wrong[] = [
  { what: 'two namespaces are one', caughtBy: 'kv.namespace.groups', make: shared('kv') },
  { what: 'two stores are one', caughtBy: 'config.store.groups', make: shared('ec') },
  {
    what: 'a namespace that is not there is made on the way',
    caughtBy: 'kv.namespace.missing-by-key',
    make: answering(({ url }) => url.includes('/ns_absent_'), 200),
  },
  {
    what: 'null is no value of the key-value store',
    caughtBy: 'kv.value.any',
    make: refusing((request) => isKv(request) && isPut(request) && sent(request).value === null, 400),
  },
  {
    what: 'false is no value of the config store',
    caughtBy: 'config.value.types',
    make: refusing((request) => isConfig(request) && isPut(request) && sent(request).value === false, 400),
  },
  { what: 'a put makes no new key', caughtBy: 'kv.put.creates', make: refusingNew(isKv) },
  { what: 'a put makes no new entry', caughtBy: 'config.put.creates', make: refusingNew(isConfig) },
  {
    what: 'a read tells expiresAtIso',
    caughtBy: 'kv.list.only-place-of-expires-at-iso',
    make: successes(both(isKv, isRead), (body) => {
      body.expiresAtIso = new Date(body.expiresAt).toISOString()
    }),
  },
  {
    what: 'a TTL of 60 is raised too',
    caughtBy: 'kv.ttl.minimum',
    make: successes(both(isKv, isPut), (body, request) => {
      if (sent(request).ttlSeconds === 60) body.expiresAt += 1000
    }),
  },
  {
    what: 'the read of an expired key leaves its storage taken',
    caughtBy: 'kv.expired.removed-by-read',
    make: ({ send }) => {
      let missed = 0
      return changed(send, (answer, request) => {
        if (both(isKv, isRead)(request) && answer.status === 404) missed++
        if (isUsage(request) && answer.status === 200) answer.body.usage.storageBytes += missed
      })
    },
  },
]

const usageLacks = (part: 'limits' | 'usage', member: string) =>
  successes(isUsage, (body) => {
    delete body[part][member]
  })

const REPORTS: readonly Wrong[] = [
  {
    what: 'the report has no limit of storage',
    caughtBy: 'usage.limits',
    make: usageLacks('limits', 'storageBytes'),
  },
  { what: 'the report has no deletes', caughtBy: 'usage.usage', make: usageLacks('usage', 'deletes') },
  {
    what: 'the report has a limit of deletes',
    caughtBy: 'usage.deletes.no-limit',
    make: successes(isUsage, (body) => {
      body.limits.deletes = 1
    }),
  },
  {
    what: 'the report names the month before',
    caughtBy: 'usage.month-in-force',
    make: successes(isUsage, (body) => {
      const [year, month] = body.monthKey.split('-').map(Number)
      body.monthKey = new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
    }),
  },
  {
    what: 'one quota used up closes the namespace',
    caughtBy: 'quota.each-its-own',
    make: ({ send }) => {
      const closed = new Set<string>()
      return changed(send, (answer, request) => {
        if (answer.status === 429) closed.add(groupOf(request))
        else if (closed.has(groupOf(request))) answer.status = 429
      })
    },
  },
]

const CALLERS: readonly Wrong[] = [
  {
    what: 'any key that begins with kv_admin_ is one',
    caughtBy: 'kv.key.scope-held-by-service',
    make: answering((request, { namespace }) => {
      const known: readonly (string | undefined)[] = Object.values(namespace?.keys ?? {})
      return keyOf(request).startsWith('kv_admin_') && !known.includes(keyOf(request))
    }, 200),
  },
  {
    what: 'a data call needs a token beside its key',
    caughtBy: 'ab.key.alone',
    make: refusing((request) => isEntry(request) && request.headers.authorization === undefined, 401),
  },
  {
    what: 'a key of a namespace opens stores',
    caughtBy: 'ab.key.not-for-the-other',
    make: answering((request, { namespace }) => {
      return isConfig(request) && keyOf(request) !== '' && keyOf(request) === namespace?.keys.admin
    }, 200),
  },
  {
    what: 'tokens open no usage report',
    caughtBy: 'kv.bearer.accepted',
    make: refusing((request) => isUsage(request) && 'authorization' in request.headers, 401),
  },
  {
    what: 'any scheme does for a token',
    caughtBy: 'kv.bearer.scheme',
    make: mistaking((request) => {
      const { authorization = '' } = request.headers
      return {
        ...request,
        headers: { ...request.headers, authorization: authorization.replace('Basic', 'Bearer') },
      }
    }),
  },
  ...(['read', 'write', 'admin'] as const).flatMap((scope): Wrong[] => [
    {
      what: `a ${scope} key of the key-value store opens nothing`,
      caughtBy: `kv.scope.${scope}.may`,
      make: refusedScope('kv', scope),
    },
    {
      what: `a ${scope} key of the config store opens nothing`,
      caughtBy: `config.scope.${scope}.may`,
      make: refusedScope('ec', scope),
    },
  ]),
]

export const wrongPlain: readonly Wrong[] = [...VERSIONS, ...ANSWERS, ...REPORTS, ...CALLERS, ...LACKING]
