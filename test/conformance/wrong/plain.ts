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
  wrongOf,
} from './wrong.js'

const isPut: Is = ({ method }) => method === 'PUT'
const isRead: Is = (request) => request.method === 'GET' && isEntry(request)
const isConfigList: Is = (request) => isConfig(request) && !isEntry(request)

/** A service whose responses to some requests are not JSON. */
function garbled(is: Is) {
  return ({ send }: ServiceUnderTest): Send =>
    async (request) => {
      const answer = await send(request)
      return is(request) ? { ...answer, text: '<html>' } : answer
    }
}

/** Merges two namespaces, or two stores, into one. */
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

const refusedScope = (which: 'kv' | 'ec', scope: Scope) =>
  refusing((request, { namespace, store }) => {
    const keys = which === 'kv' ? namespace?.keys : store?.keys
    return keyOf(request) !== '' && keyOf(request) === keys?.[scope]
  }, 403)

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

const VERSIONS = wrongOf({
  'ab.base': { 'stores are at another address': refusing(isConfig, 404) },
  'ab.version': { 'the usage report is under /v2': refusing(isUsage, 404) },
  'db.base': { 'projects are under /v1': refusing(isProjects, 404) },
  'ab.json': { 'deletes of the two stores answer with a page': garbled(({ method }) => method === 'DELETE') },
  'db.json': { 'projects are listed as a page': garbled(isProjects) },
})

const ANSWERS = wrongOf({
  'kv.namespace.groups': { 'two namespaces are one': shared('kv') },
  'config.store.groups': { 'two stores are one': shared('ec') },
  'kv.namespace.missing-by-key': {
    'a missing namespace is created by a request': answering(({ url }) => url.includes('/ns_absent_'), 200),
  },
  'kv.value.any': {
    'null is refused as a value of the key-value store': refusing(
      (request) => isKv(request) && isPut(request) && sent(request).value === null,
      400,
    ),
  },
  'config.value.types': {
    'false is refused as a value of the config store': refusing(
      (request) => isConfig(request) && isPut(request) && sent(request).value === false,
      400,
    ),
  },
  'kv.put.creates': { 'a put creates no new key': refusingNew(isKv) },
  'config.put.creates': { 'a put creates no new entry': refusingNew(isConfig) },
  'kv.put.answer': { 'a put has no expiresAt': lacking(both(isKv, isPut), 'expiresAt') },
  'config.put.answer': { 'a put has no updatedAt': lacking(both(isConfig, isPut), 'updatedAt') },
  'kv.get.answer': { 'a read has no ttlSeconds': lacking(both(isKv, isRead), 'ttlSeconds') },
  'config.get.answer': { 'a read has no updatedAt': lacking(both(isConfig, isRead), 'updatedAt') },
  'kv.list.created-at': { 'the list has no createdAt': lacking(isList, 'createdAt') },
  'kv.list.only-place-of-expires-at-iso': {
    'a read returns expiresAtIso': successes(both(isKv, isRead), (body) => {
      body.expiresAtIso = new Date(body.expiresAt).toISOString()
    }),
  },
  'kv.ttl.minimum': {
    'a TTL of 60 is raised too': successes(both(isKv, isPut), (body, request) => {
      if (sent(request).ttlSeconds === 60) body.expiresAt += 1000
    }),
  },
  'kv.expired.removed-by-read': {
    'the read of an expired key leaves its storage taken': ({ send }) => {
      let missed = 0
      return changed(send, (answer, request) => {
        if (both(isKv, isRead)(request) && answer.status === 404) missed++
        if (isUsage(request) && answer.status === 200) answer.body.usage.storageBytes += missed
      })
    },
  },
})

const usageLacks = (part: 'limits' | 'usage', member: string) =>
  successes(isUsage, (body) => {
    delete body[part][member]
  })

const REPORTS = wrongOf({
  'usage.namespace-id': { 'the report names no namespace': lacking(isUsage, 'namespaceId') },
  'usage.limits': { 'the report has no limit of storage': usageLacks('limits', 'storageBytes') },
  'usage.usage': { 'the report has no deletes': usageLacks('usage', 'deletes') },
  'usage.deletes.no-limit': {
    'the report has a limit of deletes': successes(isUsage, (body) => {
      body.limits.deletes = 1
    }),
  },
  'usage.month-in-force': {
    'the report names the month before': successes(isUsage, (body) => {
      const [year, month] = body.monthKey.split('-').map(Number)
      body.monthKey = new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
    }),
  },
  'quota.each-its-own': {
    'one quota used up closes the namespace': ({ send }) => {
      const closed = new Set<string>()
      return changed(send, (answer, request) => {
        if (answer.status === 429) closed.add(groupOf(request))
        else if (closed.has(groupOf(request))) answer.status = 429
      })
    },
  },
})

const CALLERS = wrongOf({
  'kv.key.scope-held-by-service': {
    'any key that begins with kv_admin_ is an admin key': answering((request, { namespace }) => {
      const known: readonly (string | undefined)[] = Object.values(namespace?.keys ?? {})
      return keyOf(request).startsWith('kv_admin_') && !known.includes(keyOf(request))
    }, 200),
  },
  'ab.key.alone': {
    'a data call needs a token besides its key': refusing(
      (request) => isEntry(request) && request.headers.authorization === undefined,
      401,
    ),
  },
  'ab.key.not-for-the-other': {
    'a key of a namespace opens stores': answering((request, { namespace }) => {
      return isConfig(request) && keyOf(request) !== '' && keyOf(request) === namespace?.keys.admin
    }, 200),
  },
  'kv.bearer.accepted': {
    'tokens open no usage report': refusing(
      (request) => isUsage(request) && 'authorization' in request.headers,
      401,
    ),
  },
  'kv.bearer.scheme': {
    'a token is accepted with any scheme': mistaking((request) => {
      const { authorization = '' } = request.headers
      return {
        ...request,
        headers: { ...request.headers, authorization: authorization.replace('Basic', 'Bearer') },
      }
    }),
  },
  'kv.scope.read.may': { 'a read key of the key-value store opens nothing': refusedScope('kv', 'read') },
  'kv.scope.write.may': { 'a write key of the key-value store opens nothing': refusedScope('kv', 'write') },
  'kv.scope.admin.may': { 'an admin key of the key-value store opens nothing': refusedScope('kv', 'admin') },
  'config.scope.read.may': { 'a read key of the config store opens nothing': refusedScope('ec', 'read') },
  'config.scope.write.may': { 'a write key of the config store opens nothing': refusedScope('ec', 'write') },
  'config.scope.admin.may': { 'an admin key of the config store opens nothing': refusedScope('ec', 'admin') },
})

export const wrongPlain: readonly Wrong[] = [
  ...VERSIONS,
  ...ANSWERS,
  ...REPORTS,
  ...CALLERS,
  ...wrongOf({
    'config.list.answer': {
      // No other table has a wrong list of a store.
      'the list of a store has no updatedAt': lacking(isConfigList, 'updatedAt'),
    },
  }),
]
