import type { ClientRequest } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import { changed, isConfig, isEntry, isKv, isList, isUsage, keyOf, sent, type Wrong } from './wrong.js'

/** Services that are wrong for one caller, or about what an earlier call left. */

const isAdmin = (request: ClientRequest, { namespace, store }: ServiceUnderTest): boolean =>
  keyOf(request) !== '' && [namespace?.keys.admin, store?.keys.admin].includes(keyOf(request))

/** Keeps giving an admin key its first answer. */
const staleForAdmin =
  (isIt: (request: ClientRequest) => boolean): Wrong['make'] =>
  (subject) => {
    const kept = new Map<string, Awaited<ReturnType<typeof subject.send>>>()
    return async (request) => {
      const answer = await subject.send(request)
      if (!isIt(request) || request.method !== 'GET' || !isAdmin(request, subject) || answer.status >= 300) {
        return answer
      }
      const first = kept.get(request.url) ?? answer
      kept.set(request.url, first)
      return first
    }
  }

const nowOf = async ({ time }: ServiceUnderTest): Promise<number> => (await time?.now()) ?? 0

export const CALLERS = {
  'an admin key lists configs as they were at first': staleForAdmin(
    (request) => isConfig(request) && !isEntry(request),
  ),
  'an admin key reads entries as they were at first': staleForAdmin(
    (request) => isKv(request) && isEntry(request),
  ),
  'a delete by an admin key removes nothing': ((subject) => (request) =>
    isKv(request) && request.method === 'DELETE' && isAdmin(request, subject)
      ? subject
          .send({ ...request, url: `${request.url}-none` })
          .then((answer) => ({ ...answer, status: 200 }))
      : subject.send(request)) satisfies Wrong['make'],
  'a config put by an admin key is not kept': ((subject) => async (request) => {
    const answer = await subject.send(request)
    if (isConfig(request) && request.method === 'PUT' && isAdmin(request, subject) && answer.status < 300) {
      const { body: _, ...rest } = request
      await subject.send({ ...rest, method: 'DELETE' })
    }
    return answer
  }) satisfies Wrong['make'],
} as const

/** Some puts don't renew the expiry. */
const keepingExpiry =
  (isKept: (old: number, now: number, ttlSeconds: number) => boolean): Wrong['make'] =>
  (subject) => {
    const expiries = new Map<string, number>()
    return changed(subject.send, async (answer, request) => {
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'DELETE') expiries.delete(request.url)
      const now = await nowOf(subject)
      if (request.method === 'PUT') {
        const old = expiries.get(request.url) ?? 0
        const isOld = old > now && isKept(old, now, Number(sent(request).ttlSeconds))
        expiries.set(request.url, isOld ? old : answer.body.expiresAt)
      }
      if (isEntry(request) && request.method !== 'DELETE') {
        answer.body.expiresAt = expiries.get(request.url) ?? answer.body.expiresAt
        if (answer.body.expiresAt <= now) answer.status = 404
      }
    })
  }

export const LEFT_BEHIND = {
  'a read directly after a put is not counted': (({ send }) => {
    let before = ''
    let missed = 0
    return changed(send, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.reads -= missed
      else if (isKv(request) && request.method === 'GET' && isEntry(request) && before === 'PUT') missed += 1
      if (isKv(request)) before = isUsage(request) ? before : request.method
    })
  }) satisfies Wrong['make'],
  'a put in the last second of an entry keeps its expiry': keepingExpiry((old, now) => old - now <= 1000),
  'a put with a TTL below 60 leaves a longer life': keepingExpiry(
    (old, now, ttl) => ttl < 60 && old > now + 60_000,
  ),
  'a delete in one namespace takes the key of another along': ((subject) => async (request) => {
    const answer = await subject.send(request)
    const { namespace, foreignNamespace } = subject
    if (request.method === 'DELETE' && foreignNamespace && request.url.includes(foreignNamespace.id)) {
      const url = request.url.replace(foreignNamespace.id, namespace?.id ?? '')
      await subject.send({ ...request, url, headers: { 'x-kv-key': namespace?.keys.admin ?? '' } })
    }
    return answer
  }) satisfies Wrong['make'],
  'a config that is put as the same number is not updated': (({ send }) => {
    const kept = new Map<string, { value: string; updatedAt: string }>()
    return changed(send, (answer, request) => {
      if (!isConfig(request) || !isEntry(request) || answer.status >= 300) return
      if (request.method === 'DELETE') kept.delete(request.url)
      if (request.method === 'PUT') {
        const value = JSON.stringify(sent(request).value)
        const old = kept.get(request.url)
        if (old?.value !== value) kept.set(request.url, { value, updatedAt: answer.body.updatedAt })
      }
      if (request.method !== 'DELETE') answer.body.updatedAt = kept.get(request.url)?.updatedAt
    })
  }) satisfies Wrong['make'],
  'a put after one that the storage limit refused is refused too': (({ send }) => {
    let isStuck = false
    return changed(send, (answer, request) => {
      if (!isKv(request)) return
      if (isList(request)) isStuck = false
      if (request.method !== 'PUT') return
      const isRefused = JSON.stringify(answer.body).includes('storage_quota')
      if (isStuck && answer.status < 300) {
        answer.status = 403
        answer.body = { ok: false, error: 'namespace_storage_quota_exceeded' }
      }
      isStuck = isRefused
    })
  }) satisfies Wrong['make'],
} as const
