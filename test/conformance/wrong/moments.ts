import type { ServiceUnderTest } from '../../../conformance/subject.js'
import { changed, isConfig, isEntry, isKv, isList, isUsage, sent, type Wrong } from './wrong.js'

/** Services that are wrong at certain moments: shortly before or after an expiry, or on a day of the calendar. */

const nowOf = async ({ time }: ServiceUnderTest): Promise<number> => (await time?.now()) ?? 0
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(5, 10)

export const MOMENTS = {
  'entries that are about to expire are not listed': ((subject) =>
    changed(subject.send, async (answer, request) => {
      if (!isList(request) || answer.body?.keys === undefined) return
      const soon = (await nowOf(subject)) + 10_000
      answer.body.keys = answer.body.keys.filter(({ expiresAt }: { expiresAt: number }) => expiresAt > soon)
    })) satisfies Wrong['make'],
  'an expired entry is listed for one more second': ((subject) => {
    // biome-ignore lint/suspicious/noExplicitAny: an entry of a list, shown again
    let last: any[] = []
    return changed(subject.send, async (answer, request) => {
      if (!isList(request) || answer.body?.keys === undefined) return
      const now = await nowOf(subject)
      const late = last.filter(({ expiresAt }) => expiresAt <= now && now < expiresAt + 1000)
      last = answer.body.keys.slice()
      answer.body.keys.push(...late)
    })
  }) satisfies Wrong['make'],
  'a put over an expired entry that nobody read keeps createdAt': ((subject) => {
    const born = new Map<string, { createdAt: string; expiresAt: number }>()
    return changed(subject.send, async (answer, request) => {
      if (!isKv(request)) return
      const now = await nowOf(subject)
      if (request.method === 'PUT' && answer.status < 300) {
        const { key, expiresAt } = answer.body
        const old = born.get(key)
        born.set(key, { createdAt: old?.createdAt ?? new Date(now).toISOString(), expiresAt })
      }
      if (
        request.method !== 'PUT' &&
        isEntry(request) &&
        (answer.status === 404 || request.method === 'DELETE')
      ) {
        born.delete(decodeURIComponent(request.url.split('/').at(-1) ?? ''))
      }
      for (const item of answer.body?.keys ?? [])
        item.createdAt = born.get(item.key)?.createdAt ?? item.createdAt
    })
  }) satisfies Wrong['make'],
  'the list shows no TTL above a year': (({ send }) =>
    changed(send, (answer, request) => {
      if (!isList(request)) return
      for (const item of answer.body?.keys ?? []) item.ttlSeconds = Math.min(item.ttlSeconds, 31_536_000)
    })) satisfies Wrong['make'],
  'the month is March on 29 February': ((subject) =>
    changed(subject.send, async (answer) => {
      if (answer.body?.monthKey === undefined || dayOf(await nowOf(subject)) !== '02-29') return
      answer.body.monthKey = answer.body.monthKey.replace('-02', '-03')
    })) satisfies Wrong['make'],
  'the last days of December are in the year of their week': ((subject) =>
    changed(subject.send, async (answer) => {
      if (answer.body?.monthKey === undefined || dayOf(await nowOf(subject)) < '12-29') return
      answer.body.monthKey = `${Number(answer.body.monthKey.slice(0, 4)) + 1}-12`
    })) satisfies Wrong['make'],
  'what February counted goes on in March': ((subject) => {
    let february: Record<string, number> = {}
    return changed(subject.send, async (answer, request) => {
      if (!isUsage(request) || answer.body?.usage === undefined) return
      const month = dayOf(await nowOf(subject)).slice(0, 2)
      if (month === '02') february = { ...answer.body.usage }
      else if (month === '03') {
        for (const name of ['reads', 'writes', 'lists', 'deletes'])
          answer.body.usage[name] += february[name] ?? 0
      } else february = {}
    })
  }) satisfies Wrong['make'],
  'updatedAt of 31 December is in the next year': (({ send }) =>
    changed(send, (answer, request) => {
      if (!isConfig(request)) return
      for (const item of answer.body?.configs ?? [answer.body ?? {}]) {
        if (item.updatedAt?.slice(5, 10) !== '12-31') continue
        item.updatedAt = `${Number(item.updatedAt.slice(0, 4)) + 1}${item.updatedAt.slice(4)}`
      }
    })) satisfies Wrong['make'],
  'expiresAtIso skips 29 February': (({ send }) =>
    changed(send, (answer, request) => {
      if (!isList(request)) return
      for (const item of answer.body?.keys ?? []) {
        item.expiresAtIso = item.expiresAtIso.replace('-02-29T', '-03-01T')
      }
    })) satisfies Wrong['make'],
} as const

export const MEMORY = {
  'the list of keys is kept until the next put': (({ send }) => {
    let list: string | undefined
    return async (request) => {
      if (request.method === 'PUT') list = undefined
      const answer = await send(request)
      if (!isList(request) || answer.status !== 200) return answer
      list ??= answer.text
      return { ...answer, text: list }
    }
  }) satisfies Wrong['make'],
  'a delete after an upsert brings the value before back': bringingBack(isKv),
  'a delete of an upserted config brings the value before back': bringingBack(isConfig),
  'a delete counts once for each put of its key': (({ send }) => {
    const puts = new Map<string, number>()
    let more = 0
    return changed(send, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.deletes += more
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'PUT') puts.set(request.url, (puts.get(request.url) ?? 0) + 1)
      if (request.method === 'DELETE') more += Math.max(0, (puts.get(request.url) ?? 1) - 1)
      if (request.method === 'DELETE') puts.delete(request.url)
    })
  }) satisfies Wrong['make'],
  'a list counts a delete for each entry that has expired': ((subject) => {
    const expiries = new Map<string, number>()
    let more = 0
    return changed(subject.send, async (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage.deletes += more
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'PUT') expiries.set(request.url, answer.body.expiresAt)
      if (request.method === 'DELETE') expiries.delete(request.url)
      if (!isList(request)) return
      const now = await nowOf(subject)
      for (const [url, expiresAt] of expiries) {
        if (expiresAt > now) continue
        expiries.delete(url)
        more += 1
      }
    })
  }) satisfies Wrong['make'],
  'a put of the value that is there extends nothing': (({ send }) => {
    const put = new Map<string, { value: string; ttlSeconds: number; expiresAt: number }>()
    return changed(send, (answer, request) => {
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'DELETE') put.delete(request.url)
      if (request.method === 'PUT') {
        const value = JSON.stringify(sent(request).value)
        const { ttlSeconds, expiresAt } = answer.body
        if (put.get(request.url)?.value !== value) put.set(request.url, { value, ttlSeconds, expiresAt })
      }
      const { ttlSeconds, expiresAt } = put.get(request.url) ?? {}
      if (ttlSeconds !== undefined && isEntry(request)) Object.assign(answer.body, { ttlSeconds, expiresAt })
    })
  }) satisfies Wrong['make'],
} as const

function bringingBack(isOf: typeof isKv): Wrong['make'] {
  return ({ send }) => {
    const puts = new Map<string, string[]>()
    return async (request) => {
      const answer = await send(request)
      if (!isOf(request) || !isEntry(request) || answer.status >= 300) return answer
      const versions = puts.get(request.url) ?? []
      if (request.method === 'PUT') puts.set(request.url, [...versions, request.body ?? ''])
      if (request.method !== 'DELETE') return answer
      puts.delete(request.url)
      const before = versions.at(-2)
      if (before !== undefined) await send({ ...request, method: 'PUT', body: before })
      return answer
    }
  }
}
