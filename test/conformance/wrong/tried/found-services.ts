import type { ClientRequest } from '../../../../conformance/http-client.js'
import {
  both,
  changed,
  groupOf,
  isConfig,
  isEntry,
  isKv,
  isList,
  isUsage,
  type miscounting,
  mistaking,
  sent,
  type Wrong,
} from '../wrong.js'
import { isGet, isPlainObject, isPut } from './tried.js'

export const isConfigList = (request: ClientRequest) => isConfig(request) && !isEntry(request)
export const isConfigPut = both(isConfig, isPut)

/** Puts of the key-value store ask for another TTL. */
export const ttlOf = (change: (ttl: number) => number): Wrong['make'] =>
  mistaking((request) => {
    const { ttlSeconds } = sent(request)
    if (!isKv(request) || !isPut(request) || !Number.isInteger(ttlSeconds)) return request
    const body = request.body?.replace(/("ttlSeconds":)-?\d+/, `$1${change(ttlSeconds)}`) ?? ''
    return { ...request, body }
  })

/** An upsert moves the expiry only further away. */
export const neverShortening: Wrong['make'] = ({ send, time }) => {
  const expiry = new Map<string, number>()
  return async (request) => {
    const left = Math.ceil(((expiry.get(request.url) ?? 0) - ((await time?.now()) ?? 0)) / 1000)
    if (request.method === 'DELETE') expiry.delete(request.url)
    const answer = await ttlOf((ttl) => Math.max(ttl, left))({ send, prefix: '' })(request)
    if (isPut(request) && isKv(request) && answer.status < 300)
      expiry.set(request.url, JSON.parse(answer.text).expiresAt)
    return answer
  }
}

/** createdAt stays that of the first put after a delete, whatever expired between. */
export const oldCreation: Wrong['make'] = ({ send, time }) => {
  const born = new Map<string, string>()
  return changed(send, async (answer, request) => {
    if (!isKv(request)) return
    const name = `${groupOf(request)}/${answer.body?.key}`
    if (isPut(request) && answer.status < 300 && !born.has(name))
      born.set(name, new Date((await time?.now()) ?? 0).toISOString())
    if (request.method === 'DELETE') born.delete(name)
    for (const entry of answer.body?.keys ?? [])
      entry.createdAt = born.get(`${groupOf(request)}/${entry.key}`) ?? entry.createdAt
  })
}

/** Reports, changed with the time at hand and the report before. */
type Report = { monthKey: string; usage: Record<string, number>; limits: Record<string, number> }
export function reporting(
  change: (report: Report, before: Report | undefined, now: number, ago: number) => void,
) {
  return ({ send, time }: Parameters<Wrong['make']>[0]) => {
    const last = new Map<string, { report: Report; at: number }>()
    return changed(send, async (answer, request) => {
      if (!isUsage(request) || answer.status !== 200) return
      const now = (await time?.now()) ?? 0
      const before = last.get(groupOf(request))
      last.set(groupOf(request), { report: structuredClone(answer.body), at: now })
      change(answer.body, before?.report, now, before?.at ?? now)
    })
  }
}

export const window = (instant: number) => Math.floor(instant / (30 * 86_400_000))

/** The Thursday of a week decides to which year it belongs. */
export function weekYear(now: number): number {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  return day.getUTCFullYear()
}

/** Once a quota is used up, the first call of the next month is refused for it too. */
export const lateMonth: Wrong['make'] = ({ send, time }) => {
  const usedUp = new Map<string, string>()
  return changed(send, async (answer, request) => {
    const month = new Date((await time?.now()) ?? 0).toISOString().slice(0, 7)
    const call = `${request.method} ${isEntry(request)} ${groupOf(request)}`
    const before = usedUp.get(call)
    if (answer.status === 429) usedUp.set(call, month)
    else if (before !== undefined) usedUp.delete(call)
    if (before === undefined || before === month || answer.status >= 300) return
    Object.assign(answer, { status: 429, body: { ok: false, error: 'monthly_quota_exceeded' } })
  })
}

/** The usage report is refused once the lists of the namespace are. */
export const reportsAreLists: Wrong['make'] = ({ send }) => {
  const usedUp = new Set<string>()
  return changed(send, (answer, request) => {
    if (isList(request) && answer.status === 429) usedUp.add(groupOf(request))
    if (isUsage(request) && usedUp.has(groupOf(request))) answer.status = 429
  })
}

/** Puts with the value of the put before. */
export function sameAgain(): Parameters<typeof miscounting>[0] {
  const values = new Map<string, string>()
  return (seen) => {
    if (!isKv(seen) || !isPut(seen) || seen.status >= 300) return false
    const value = JSON.stringify(sent(seen).value)
    const isSame = seen.wasLive && values.get(seen.url) === value
    values.set(seen.url, value)
    return isSame
  }
}

export const refusedPutDeletes: Wrong['make'] =
  ({ send }) =>
  async (request) => {
    const answer = await send(request)
    if (isConfigPut(request) && answer.status === 400) await send({ ...request, method: 'DELETE', body: '' })
    return answer
  }

/** updatedAt is that of the put that last brought another value. */
export const sameValueKeepsTime: Wrong['make'] = ({ send }) => {
  const known = new Map<string, { value: string; updatedAt: string }>()
  return changed(send, (answer, request) => {
    if (!isConfig(request) || answer.status >= 300) return
    const value = JSON.stringify(sent(request).value)
    const before = known.get(request.url)
    if (isPut(request) && before?.value !== value)
      known.set(request.url, { value, updatedAt: answer.body.updatedAt })
    if (request.method === 'DELETE') known.delete(request.url)
    const kept = known.get(request.url)
    if (kept !== undefined && answer.body?.updatedAt !== undefined) answer.body.updatedAt = kept.updatedAt
  })
}

export const merging: Wrong['make'] = ({ send }) => {
  const known = new Map<string, object>()
  return (request) => {
    const { value } = sent(request)
    if (!isConfigPut(request) || !isPlainObject(value)) return send(request)
    const merged = { ...known.get(request.url), ...value }
    known.set(request.url, merged)
    return send({ ...request, body: JSON.stringify({ value: merged }) })
  }
}

export const readMovesTime: Wrong['make'] = ({ send, time }) =>
  changed(send, async (answer, request) => {
    if (!both(isConfig, isGet)(request) || answer.status !== 200) return
    answer.body.updatedAt = new Date((await time?.now()) ?? 0).toISOString()
  })

/** Reads show the version before the last put for a minute. */
export const staleReads: Wrong['make'] = ({ send, time }) => {
  const versions = new Map<string, { at: number; before: unknown; last: object }>()
  return changed(send, async (answer, request) => {
    const now = (await time?.now()) ?? 0
    const known = versions.get(request.url)
    if (request.method === 'DELETE') versions.delete(request.url)
    if (both(isKv, isPut)(request) && answer.status < 300)
      versions.set(request.url, {
        at: now,
        before: known?.last,
        last: { ...answer.body, value: sent(request).value },
      })
    if (
      both(isKv, isGet)(request) &&
      answer.status === 200 &&
      known?.before !== undefined &&
      now - known.at < 60_000
    )
      answer.body = known.before
  })
}
