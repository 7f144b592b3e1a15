import type { ClientRequest } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import { changed, isConfig, isEntry, isKv, isList, isUsage, keyIn, keyOf, sent, type Wrong } from './wrong.js'

/** Services that confuse callers or places that share a key. Only certain calls in a row show it. */

const nowOf = async ({ time }: ServiceUnderTest): Promise<number> => (await time?.now()) ?? 0

const isGet = (request: ClientRequest) => request.method === 'GET' && isKv(request) && isEntry(request)

/** Applies the decision on an entry's last caller to the next one. */
const rememberingDecision =
  (isIt: (request: ClientRequest) => boolean, remembered: 'allowed' | 'refused'): Wrong['make'] =>
  ({ send }) => {
    const last = new Map<string, { status: number; headers: ClientRequest['headers'] }>()
    return async (request) => {
      if (!isIt(request)) return send(request)
      const address = `${request.method} ${request.url}`
      const before = last.get(address)
      const answer = await send(request)
      last.set(address, { status: answer.status, headers: request.headers })
      if (before === undefined || keyOf(request) === '') return answer
      if (remembered === 'refused' && before.status === 403 && answer.status < 300) {
        return { ...answer, status: 403, text: '{"ok":false}' }
      }
      if (remembered === 'allowed' && before.status < 300 && answer.status === 403) {
        return send({ ...request, headers: before.headers })
      }
      return answer
    }
  }

export const MIXED_UP = {
  'a read that was refused is refused to the next caller': rememberingDecision(isGet, 'refused'),
  'a read that was allowed is allowed to the next caller': rememberingDecision(isGet, 'allowed'),
  'a put that was allowed is allowed to the next caller': rememberingDecision(
    (request) => request.method === 'PUT' && isConfig(request),
    'allowed',
  ),
  'a delete of an expired entry frees its room twice': ((subject) => {
    const live = new Map<string, { expiresAt: number; size: number }>()
    let freed = 0
    return changed(subject.send, async (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.storageBytes -= freed
      if (!isKv(request)) return
      const entry = live.get(request.url)
      if (request.method === 'PUT' && answer.status < 300) {
        live.set(request.url, { expiresAt: answer.body.expiresAt, size: (request.body ?? '').length })
      } else if (isEntry(request) && request.method !== 'PUT') {
        if (entry && request.method === 'DELETE' && entry.expiresAt <= (await nowOf(subject)))
          freed += entry.size
        if (request.method === 'DELETE' || answer.status === 404) live.delete(request.url)
      } else if (isList(request)) live.clear()
    })
  }) satisfies Wrong['make'],
  'a put over an expired entry takes its room besides': ((subject) => {
    const live = new Map<string, { expiresAt: number; size: number }>()
    let more = 0
    return changed(subject.send, async (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.storageBytes += more
      if (!isKv(request)) return
      const entry = live.get(request.url)
      if (request.method === 'PUT' && answer.status < 300) {
        if (entry && entry.expiresAt <= (await nowOf(subject))) more += entry.size
        live.set(request.url, { expiresAt: answer.body.expiresAt, size: (request.body ?? '').length })
      } else if (isEntry(request) && (request.method === 'DELETE' || answer.status === 404))
        live.delete(request.url)
      else if (isList(request)) live.clear()
    })
  }) satisfies Wrong['make'],
  'createdAt is kept by key for all namespaces': ((subject) => {
    const born = new Map<string, string>()
    return changed(subject.send, async (answer, request) => {
      if (!isKv(request) || answer.status >= 300) return
      const instant = new Date(await nowOf(subject)).toISOString()
      if (request.method === 'PUT' && !born.has(keyIn(request))) born.set(keyIn(request), instant)
      if (request.method === 'DELETE') born.delete(keyIn(request))
      if (!isList(request)) return
      for (const item of answer.body.keys) item.createdAt = born.get(item.key) ?? item.createdAt
    })
  }) satisfies Wrong['make'],
  'updatedAt is kept by key for all stores': (({ send }) => {
    const updated = new Map<string, string>()
    return changed(send, (answer, request) => {
      if (!isConfig(request) || answer.status >= 300) return
      if (request.method === 'PUT') updated.set(keyIn(request), answer.body.updatedAt)
      for (const item of answer.body?.configs ?? [answer.body ?? {}]) {
        if (item.updatedAt !== undefined) item.updatedAt = updated.get(item.key) ?? item.updatedAt
      }
    })
  }) satisfies Wrong['make'],
  'expiry is kept by key for all namespaces': ((subject) => {
    const expiries = new Map<string, number>()
    return changed(subject.send, async (answer, request) => {
      if (!isKv(request) || !isEntry(request) || answer.status >= 300) return
      if (request.method === 'PUT') expiries.set(keyIn(request), answer.body.expiresAt)
      if (request.method !== 'GET') return
      const expiresAt = expiries.get(keyIn(request)) ?? answer.body.expiresAt
      answer.body.expiresAt = expiresAt
      if (expiresAt <= (await nowOf(subject))) answer.status = 404
    })
  }) satisfies Wrong['make'],
  'a put of an empty value over another leaves storageBytes': (({ send }) => {
    const sizes = new Map<string, number>()
    let more = 0
    return changed(send, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.storageBytes += more
      if (!isKv(request) || answer.status >= 300 || request.method === 'GET') return
      const size = JSON.stringify(sent(request).value ?? 0).length
      const old = sizes.get(request.url)
      const { value } = sent(request)
      const isEmpty = value === null || value === '' || value === false
      if (request.method === 'PUT' && old !== undefined && isEmpty) more += old - size
      sizes.set(request.url, size)
      if (request.method === 'DELETE') sizes.delete(request.url)
    })
  }) satisfies Wrong['make'],
  'a list after one that was refused counts twice': (({ send }) => {
    let isAfterRefused = false
    let more = 0
    return changed(send, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.lists += more
      if (!isList(request)) return
      if (answer.status < 300 && isAfterRefused) more += 1
      isAfterRefused = answer.status >= 400
    })
  }) satisfies Wrong['make'],
  'a key that was read with a write key is gone for the next read': (({ send }) => {
    const lost = new Set<string>()
    return changed(send, (answer, request) => {
      if (!isGet(request)) return
      if (answer.status === 403) lost.add(request.url)
      else if (lost.delete(request.url)) answer.status = 404
    })
  }) satisfies Wrong['make'],
  'a deleted key comes back in the first list of a month': ((subject) => {
    let month = ''
    let gone: object | undefined
    let listed: { key: string }[] = []
    return changed(subject.send, async (answer, request) => {
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'DELETE') gone = listed.find(({ key }) => key === keyIn(request))
      if (!isList(request)) return
      const now = new Date(await nowOf(subject)).toISOString().slice(0, 7)
      if (month !== '' && month !== now && gone !== undefined) answer.body.keys.push(gone)
      month = now
      listed = answer.body.keys
    })
  }) satisfies Wrong['make'],
} as const
