import type { ClientRequest, Send } from '../../../conformance/http-client.js'
import {
  type Changeable,
  changed,
  changing,
  groupOf,
  isConfig,
  isEntry,
  isKv,
  isUsage,
  mistaking,
  type Wrong,
} from './wrong.js'

const SIDES = [
  { area: 'kv', isIt: isKv, member: 'keys', at: 'expiresAt' },
  { area: 'config', isIt: isConfig, member: 'configs', at: 'updatedAt' },
] as const

const isListOf = (isIt: (request: ClientRequest) => boolean) => (request: ClientRequest) =>
  isIt(request) && !isEntry(request) && request.method === 'GET'

/** The lists of one side, changed where they succeed. */
function listing(
  side: (typeof SIDES)[number],
  change: (items: { key: string }[], request: ClientRequest) => unknown,
): Wrong['make'] {
  return changing((answer, request) => {
    if (isListOf(side.isIt)(request) && answer.status === 200) {
      const items = change(answer.body[side.member], request)
      if (Array.isArray(items)) answer.body[side.member] = items
    }
  })
}

/** A service that remembers every entry that was put anywhere, and shows them in every list. */
function leakingLists(side: (typeof SIDES)[number]): Wrong['make'] {
  return ({ send }) => {
    const put = new Map<string, object>()
    return changed(send, (answer, request) => {
      if (!side.isIt(request) || answer.status >= 300) return
      if (request.method === 'PUT') put.set(`${groupOf(request)}/${answer.body.key}`, answer.body)
      if (!isListOf(side.isIt)(request)) return
      const others = [...put].filter(([name]) => !name.startsWith(`${groupOf(request)}/`))
      answer.body[side.member].push(...others.map(([, entry]) => entry))
    })
  }
}

/** Addresses that are taken for others. */
const addressing = (
  isIt: (request: ClientRequest) => boolean,
  change: (url: string) => string,
): Wrong['make'] =>
  mistaking((request) =>
    isIt(request) && isEntry(request) ? { ...request, url: change(request.url) } : request,
  )

/** A put or delete does something more. */
function alsoDoing(
  isIt: (request: ClientRequest) => boolean,
  method: string,
  also: (request: ClientRequest, last: ClientRequest | undefined) => ClientRequest | undefined,
): Wrong['make'] {
  return ({ send }) => {
    let last: ClientRequest | undefined
    return async (request) => {
      const answer = await send(request)
      if (!isIt(request)) return answer
      const more = request.method === method ? also(request, last) : undefined
      if (more !== undefined) await send(more)
      if (request.method === 'PUT') last = request
      return answer
    }
  }
}

const sides = SIDES.flatMap((side): Wrong[] => {
  const { area, isIt, at } = side
  return [
    {
      what: `a list of ${area} names an entry twice`,
      caughtBy: `${area}.list.its-own`,
      make: listing(side, (items) => [...items, ...items.slice(-1)]),
    },
    {
      what: `a list of ${area} shows entries of others`,
      caughtBy: `${area}.list.nobody-elses`,
      make: leakingLists(side),
    },
    {
      what: `a list of ${area} shows what was deleted`,
      caughtBy: `${area}.list.after-delete`,
      make({ send }) {
        const deleted: object[] = []
        return changed(send, (answer, request) => {
          if (isIt(request) && request.method === 'DELETE') {
            deleted.push({ key: decodeURIComponent(request.url.split('/').at(-1) ?? '') })
          }
          if (isListOf(isIt)(request) && answer.status === 200) answer.body[side.member].push(...deleted)
        })
      },
    },
    {
      what: `a list of ${area} ends at a hundred`,
      caughtBy: `${area}.list.many`,
      make: listing(side, (items) => items.slice(0, 100)),
    },
    {
      what: `a list of ${area} ends at a thousand`,
      caughtBy: `${area}.list.many`,
      make: listing(side, (items) => items.slice(0, 1000)),
    },
    {
      what: `a list of ${area} leaves out large entries`,
      caughtBy: `${area}.list.many`,
      make({ send }) {
        const large = new Set<string>()
        return changed(send, (answer, request) => {
          if (isIt(request) && (request.body ?? '').length > 4096) large.add(answer.body.key)
          if (!isListOf(isIt)(request) || answer.status !== 200) return
          answer.body[side.member] = answer.body[side.member].filter(
            ({ key }: { key: string }) => !large.has(key),
          )
        })
      },
    },
    {
      what: `keys of ${area} are not decoded`,
      caughtBy: `${area}.key.encoded`,
      make: addressing(isIt, (url) => url.replace(/%(?=[0-9A-F]{2}[^/]*$)/, '%25')),
    },
    {
      what: `keys of ${area} are told as they came`,
      caughtBy: `${area}.key.decoded`,
      make: changing((answer, request) => {
        if (isIt(request) && isEntry(request) && answer.body?.key !== undefined) {
          answer.body.key = request.url.split('/').at(-1)
        }
      }),
    },
    {
      what: `the case of letters in keys of ${area} is nothing`,
      caughtBy: `${area}.key.case`,
      make: addressing(isIt, (url) => url.replace(/[^/]*$/, (key) => key.toLowerCase())),
    },
    {
      what: `keys of ${area} are cut short`,
      caughtBy: `${area}.key.prefix`,
      make: addressing(isIt, (url) => url.replace(/(-\d{3})\d$/, '$1')),
    },
    {
      what: `a delete in ${area} takes the entry put before along`,
      caughtBy: `${area}.list.after-delete`,
      make: alsoDoing(isIt, 'DELETE', (request, last) => last && { ...request, url: last.url }),
    },
    {
      what: `an upsert in ${area} renews another entry`,
      caughtBy: `${area}.put.alone`,
      make({ send }) {
        let renewals = 0
        return changed(send, (answer, request) => {
          if (!isIt(request) || request.method !== 'GET' || !isEntry(request) || answer.status !== 200) return
          renewals += 1
          if (renewals % 2 === 0) {
            answer.body[at] =
              typeof answer.body[at] === 'number' ? answer.body[at] + 1 : '2030-01-01T00:00:00.000Z'
          }
        })
      },
    },
    {
      what: `a key of ${area} that was deleted twice is never there again`,
      caughtBy: `${area}.put.after-delete`,
      make({ send }) {
        const deleted = new Map<string, number>()
        return changed(send, (answer, request) => {
          if (!isIt(request)) return
          const count = deleted.get(request.url) ?? 0
          if (request.method === 'DELETE') deleted.set(request.url, count + 1)
          if (request.method === 'GET' && count > 1) answer.status = 404
        })
      },
    },
    {
      what: `a delete of ${area} answers ok, false`,
      caughtBy: `${area}.ok`,
      make: changing((answer, request) => {
        if (isIt(request) && request.method === 'DELETE' && answer.body?.ok === true) answer.body.ok = false
      }),
    },
  ]
})

/** The list of keys, changed entry by entry. */
const eachKey = (change: (entry: Record<string, unknown>) => void): Wrong['make'] =>
  changing((answer) => {
    for (const entry of answer.body?.keys ?? []) change(entry)
  })

const sinceCreation = ({ createdAt, ttlSeconds }: Record<string, unknown>): number =>
  Date.parse(String(createdAt)) + Number(ttlSeconds) * 1000

/** What expired is told from what is missing, in one part of the answer. */
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

/** Ways to be wrong about lists, keys of entries, times, and the form of answers. */
export const wrongAnswers: readonly Wrong[] = [
  ...sides,
  {
    what: 'ttlSeconds in the list is always 60',
    caughtBy: 'kv.list.ttl',
    make: eachKey((entry) => Object.assign(entry, { ttlSeconds: 60 })),
  },
  {
    what: 'the list reckons expiresAt from createdAt',
    caughtBy: 'kv.list.expiry.of-latest-put',
    make: eachKey((entry) => {
      entry.expiresAt = sinceCreation(entry)
    }),
  },
  {
    what: 'the list reckons expiresAtIso from createdAt',
    caughtBy: 'kv.list.expiry.of-latest-put',
    make: eachKey((entry) => {
      entry.expiresAtIso = new Date(sinceCreation(entry)).toISOString()
    }),
  },
  {
    what: 'a delete of an expired key succeeds',
    caughtBy: 'kv.expired.delete',
    make({ send }) {
      const put = new Set<string>()
      return changed(send, (answer, { method, url }) => {
        if (method === 'PUT') put.add(url)
        if (method === 'DELETE' && answer.status === 404 && put.has(url)) answer.status = 200
      })
    },
  },
  {
    what: 'a put that is refused prolongs the entry',
    caughtBy: 'kv.put.refused',
    make({ send }) {
      const refused = new Set<string>()
      return changed(send, (answer, { method, url }) => {
        if (method === 'PUT' && answer.status === 400) refused.add(url)
        if (method === 'GET' && refused.has(url)) answer.body.expiresAt += 60_000
      })
    },
  },
  {
    what: 'createdAt is the time of the list',
    caughtBy: 'kv.list.created-at.of-put',
    make: ({ send, time }) => atNow(send, () => time?.now(), 'createdAt'),
  },
  {
    what: 'updatedAt is the time of the list',
    caughtBy: 'config.list.updated-at',
    make: ({ send, time }) => atNow(send, () => time?.now(), 'updatedAt'),
  },
  {
    what: 'createdAt outlives a delete',
    caughtBy: 'kv.list.created-at.anew',
    make({ send, time }) {
      const born = new Map<string, string>()
      return changed(send, async (answer, request) => {
        const instant = new Date((await time?.now()) ?? 0).toISOString()
        if (request.method === 'PUT') born.set(answer.body?.key, born.get(answer.body?.key) ?? instant)
        for (const entry of answer.body?.keys ?? []) entry.createdAt = born.get(entry.key) ?? entry.createdAt
      })
    },
  },
  {
    what: 'the list of keys holds values',
    caughtBy: 'kv.list.no-values',
    make: eachKey((entry) => Object.assign(entry, { value: 1 })),
  },
  {
    what: 'the 404 of an expired key has a header of its own',
    caughtBy: 'kv.expired.like-missing.headers',
    make: telling((answer) => answer.setHeader('x-expired', 'yes')),
  },
  {
    what: 'the 404 of an expired key lacks a header',
    caughtBy: 'kv.expired.like-missing.headers',
    make: telling((answer) => answer.dropHeader('content-type')),
  },
  {
    what: 'the 404 of an expired key has another status text',
    caughtBy: 'kv.expired.like-missing.status-text',
    make: telling((answer) => {
      answer.statusText = 'Expired'
    }),
  },
  {
    what: 'the second read of an expired key tells',
    caughtBy: 'kv.expired.like-missing.again',
    make: telling((answer) => {
      answer.body.message = 'it expired'
    }, 2),
  },
  {
    what: 'an expired key is told from a missing one beside a number that varies',
    caughtBy: 'kv.expired.like-missing',
    make({ send }) {
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
  {
    what: 'expiresAt is cut down to the second',
    caughtBy: 'kv.expires-at.each-millisecond',
    make: changing((answer) => {
      if (answer.body?.expiresAt !== undefined) answer.body.expiresAt -= answer.body.expiresAt % 1000
    }),
  },
  {
    what: 'updatedAt is cut down to the second',
    caughtBy: 'config.updated-at.each-millisecond',
    make: changing((answer) => {
      if (answer.body?.updatedAt !== undefined)
        answer.body.updatedAt = answer.body.updatedAt.replace(/\d{3}Z$/, '000Z')
    }),
  },
  {
    what: 'a read puts off the expiry',
    caughtBy: 'kv.get.prolongs-nothing',
    make({ send }) {
      const read = new Set<string>()
      return changed(send, (answer, request) => {
        if (!isKv(request) || !isEntry(request) || request.method !== 'GET') return
        if (answer.status === 200) read.add(request.url)
        else if (read.has(request.url)) answer.status = 200
      })
    },
  },
  {
    what: 'an entry that expires takes all others with it',
    caughtBy: 'kv.expired.alone',
    make({ send }) {
      let isOver = false
      return changed(send, (answer, request) => {
        if (!isKv(request) || !isEntry(request) || request.method !== 'GET') return
        isOver ||= answer.status === 404
        if (isOver) answer.status = 404
      })
    },
  },
  {
    what: 'digits of config values are lost',
    caughtBy: 'config.value.as-given',
    make: changing((answer) => {
      if (answer.body?.value !== undefined) answer.body.isRead = true
    }),
  },
  {
    what: 'JSON is sent as text',
    caughtBy: 'ab.content-type',
    make: changing((answer) => answer.setHeader('content-type', 'text/plain')),
  },
  {
    what: 'errors are sent as HTML',
    caughtBy: 'db.content-type',
    make: changing((answer) => {
      if (answer.status >= 400) answer.setHeader('content-type', 'text/html')
    }),
  },
  {
    what: 'an error says ok, true',
    caughtBy: 'ab.error.not-ok',
    make: changing((answer) => {
      if (answer.status >= 400) answer.body.ok = true
    }),
  },
  ...(['kv', 'config'] as const).map(
    (area): Wrong => ({
      what: `a missing key of ${area} has the code of a quota`,
      caughtBy: `${area}.error.no-quota-code`,
      make: changing((answer) => {
        if (answer.status === 404) answer.body.error = 'monthly_quota_exceeded'
      }),
    }),
  ),
  ...(['error', 'code', 'nested'] as const).map(
    (shape): Wrong => ({
      what: `a missing key has a code (${shape})`,
      caughtBy: 'kv.error.no-code',
      make: changing((answer) => {
        if (answer.status !== 404) return
        answer.body = {
          ok: false,
          ...(shape === 'nested' ? { error: { code: 'gone' } } : { [shape]: 'entry_gone' }),
        }
      }),
    }),
  ),
  {
    what: 'a missing value has a code',
    caughtBy: 'config.error.no-code',
    make: changing((answer) => {
      if (answer.status === 400) answer.body.code = 'invalid'
    }),
  },
]
