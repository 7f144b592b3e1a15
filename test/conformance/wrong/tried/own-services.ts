import type { ClientRequest } from '../../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../../conformance/subject.js'
import {
  changed,
  changing,
  groupOf,
  type Is,
  isConfig,
  isDocuments,
  isEntry,
  isKv,
  isProjects,
  keyOf,
  type miscounting,
  mistaking,
  sent,
  successes,
  type Wrong,
} from '../wrong.js'
import { isGet, isPlainObject, isPut } from './tried.js'

export const nested = (value: unknown, depth = 0): unknown => {
  if (depth > 10) return null
  if (Array.isArray(value)) return value.map((item) => nested(item, depth + 1))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nested(inner, depth + 1)]))
}

export const withoutNulls = (value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
    : value

export const lowerNames = (value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
    : value

export const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
export const unwrapped = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value)
export const asArray = (value: unknown) => (JSON.stringify(value) === '{}' ? [] : value)
export const numeric = (value: unknown) =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
export const single = (value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Math.fround(value) : value
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const isMissed: Is = (request) =>
  isEntry(request) && (request.method === 'GET' || request.method === 'DELETE')

/** A TTL above 30 days is taken for an instant, which is long past. */
export const memcached: Wrong['make'] = ({ send }) => {
  const gone = new Set<string>()
  return changed(send, (answer, request) => {
    if (!isKv(request) || !isEntry(request)) return
    if (isPut(request) && sent(request).ttlSeconds > 30 * 86_400) gone.add(request.url)
    else if (isPut(request)) gone.delete(request.url)
    if (request.method === 'GET' && gone.has(request.url)) answer.status = 404
  })
}

export const year2038: Wrong['make'] = changing((answer, request) => {
  if (!isKv(request) || answer.status >= 300) return
  for (const entry of answer.body?.keys ?? [answer.body])
    if (entry?.expiresAt > 2 ** 31 * 1000) entry.expiresAt = 2 ** 31 * 1000
})

/** A deleted config entry is there again after an hour. */
export const resurrecting: Wrong['make'] = ({ send, time }) => {
  const put = new Map<string, object>()
  const deleted = new Map<string, number>()
  return changed(send, async (answer, request) => {
    if (!isConfig(request) || !isEntry(request)) return
    const now = (await time?.now()) ?? 0
    if (isPut(request) && answer.status < 300)
      put.set(request.url, { ...answer.body, value: sent(request).value })
    if (request.method === 'DELETE' && answer.status < 300) deleted.set(request.url, now)
    const since = now - (deleted.get(request.url) ?? now)
    if (isGet(request) && answer.status === 404 && since >= 3_600_000)
      Object.assign(answer, { status: 200, body: put.get(request.url) })
  })
}

/** What was upserted since the last list is not in the next one. */
export const forgetfulList: Wrong['make'] = ({ send }) => {
  const upserts = new Set<string>()
  const puts = new Set<string>()
  return changed(send, (answer, request) => {
    if (!isKv(request) || answer.status >= 300) return
    const name = `${groupOf(request)} ${answer.body?.key}`
    if (isPut(request)) (puts.has(name) ? upserts : puts).add(name)
    if (!Array.isArray(answer.body?.keys)) return
    answer.body.keys = answer.body.keys.filter(
      ({ key }: { key: string }) => !upserts.has(`${groupOf(request)} ${key}`),
    )
    upserts.clear()
  })
}

export const byExpiry = (keys: Record<string, unknown>[]) => [
  ...new Map(keys.map((key) => [key.expiresAt, key])).values(),
]

export const keysIn = ({ namespace, store }: ServiceUnderTest): string[] =>
  [namespace, store].flatMap((group) => Object.values(group?.keys ?? {}))

/** An API key is taken for a known one. */
export const keyedAs = (isSame: (key: string, known: string) => boolean): Wrong['make'] =>
  mistaking((request, subject) => {
    const known = keysIn(subject).find((some) => keyOf(request) !== '' && isSame(keyOf(request), some))
    return known === undefined ? request : { ...request, headers: { ...request.headers, 'x-kv-key': known } }
  })

/** A missing entry is reported before a refusal of the key. */
export const missingFirst = (status: number): Wrong['make'] => {
  return ({ send }) => {
    const there = new Set<string>()
    return changed(send, (answer, request) => {
      if (isPut(request) && answer.status < 300) there.add(request.url)
      if (isMissed(request) && answer.status === status && !there.has(request.url)) answer.status = 404
    })
  }
}

/** exp of tokens is not looked at. */
export const endless: Wrong['make'] =
  ({ send, bearer = '', time }) =>
  async (request) => {
    const [, payload = ''] = (request.headers.authorization ?? '').split('.')
    const isOver = async () => {
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')) || '{}')
      return claims.exp * 1000 <= ((await time?.now()) ?? 0)
    }
    const isTaken = payload !== '' && /^[\w-]+$/.test(payload) && (await isOver().catch(() => false))
    return send(isTaken ? { ...request, headers: { authorization: `Bearer ${bearer}` } } : request)
  }

export const isLarge = ({ body = '' }: ClientRequest) => body.length > 1100

/** A read of the key that was read last counts nothing. */
export function readAgain(): Parameters<typeof miscounting>[0] {
  let last = ''
  return ({ url, method, status }) => {
    const isAgain = isGet({ url, method, headers: {} }) && status === 200 && url === last
    last = method === 'GET' && status === 200 ? url : ''
    return isAgain
  }
}

/** Quotas are the owner's, not the namespace's. */
export const quotaOfOwner: Wrong['make'] = ({ send }) => {
  const usedUp = new Set<string>()
  return changed(send, (answer, request) => {
    const call = `${request.method} ${isEntry(request)}`
    if (!isKv(request) || request.method === 'DELETE') return
    if (answer.status === 429) usedUp.add(call)
    else if (usedUp.has(call) && answer.status < 300)
      Object.assign(answer, { status: 429, body: { ok: false, error: 'monthly_quota_exceeded' } })
  })
}

/** A create of what is there already gives that. */
export const deduplicating: Wrong['make'] = ({ send }) => {
  const made = new Map<string, Awaited<ReturnType<typeof send>>>()
  return async (request) => {
    const name = `${request.url} ${request.body}`
    const answer = made.get(name) ?? (await send(request))
    if (request.method === 'POST' && answer.status < 300) made.set(name, answer)
    return answer
  }
}

/** A created document is found at the second try. */
export const lateDocument: Wrong['make'] = ({ send }) => {
  const fresh = new Set<string>()
  return changed(send, (answer, request) => {
    if (request.method === 'POST' && answer.status < 300) fresh.add(`${answer.body.id}`)
    const id = /documents\/(\d+)$/.exec(request.url)?.[1] ?? ''
    if (fresh.delete(id)) Object.assign(answer, { status: 404, body: { error: 'not_found', message: 'No.' } })
  })
}

export const recordTexts = (change: (text: string) => string): Wrong['make'] =>
  successes(
    (request) => isDocuments(request) || isProjects(request) || /documents\/\d+$/.test(request.url),
    (record) => {
      for (const member of ['title', 'content', 'name', 'description'])
        if (typeof record?.[member] === 'string') record[member] = change(record[member])
    },
  )
