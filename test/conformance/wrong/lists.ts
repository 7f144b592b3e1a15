import type { ClientRequest } from '../../../conformance/http-client.js'
import {
  changed,
  changing,
  groupOf,
  isConfig,
  isEntry,
  isKv,
  mistaking,
  type Wrong,
  wrongOf,
} from './wrong.js'

const SIDES = [
  { area: 'kv', isIt: isKv, member: 'keys', at: 'expiresAt' },
  { area: 'config', isIt: isConfig, member: 'configs', at: 'updatedAt' },
] as const

const isListOf = (isIt: (request: ClientRequest) => boolean) => (request: ClientRequest) =>
  isIt(request) && !isEntry(request) && request.method === 'GET'

/** Changes the successful lists of one of the two stores. */
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

/** Shows the entries of all groups in every list. */
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

/** Mistakes the address of an entry for another one. */
const addressing = (
  isIt: (request: ClientRequest) => boolean,
  change: (url: string) => string,
): Wrong['make'] =>
  mistaking((request) =>
    isIt(request) && isEntry(request) ? { ...request, url: change(request.url) } : request,
  )

/** Adds a side effect to puts or deletes. */
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

export const wrongLists = SIDES.flatMap((side): readonly Wrong[] => {
  const { area, isIt, at } = side
  return wrongOf({
    [`${area}.list.its-own`]: {
      [`a list of ${area} names an entry twice`]: listing(side, (items) => [...items, ...items.slice(-1)]),
    },
    [`${area}.list.nobody-elses`]: { [`a list of ${area} shows entries of others`]: leakingLists(side) },
    [`${area}.sequences`]: {
      [`a list of ${area} shows deleted entries`]: ({ send }) => {
        const deleted: object[] = []
        return changed(send, (answer, request) => {
          if (isIt(request) && request.method === 'DELETE') {
            deleted.push({ key: decodeURIComponent(request.url.split('/').at(-1) ?? '') })
          }
          if (isListOf(isIt)(request) && answer.status === 200) answer.body[side.member].push(...deleted)
        })
      },
      [`a delete in ${area} also removes the last entry that was put`]: alsoDoing(
        isIt,
        'DELETE',
        (request, last) => last && { ...request, url: last.url },
      ),
    },
    [`${area}.list.many`]: {
      [`a list of ${area} ends at a thousand`]: listing(side, (items) => items.slice(0, 1000)),
      [`a list of ${area} leaves out large entries`]: ({ send }) => {
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
    [`${area}.key.encoded`]: {
      [`keys of ${area} are not decoded`]: addressing(isIt, (url) =>
        url.replace(/%(?=[0-9A-F]{2}[^/]*$)/, '%25'),
      ),
    },
    [`${area}.key.decoded`]: {
      [`keys of ${area} are returned as they were sent`]: changing((answer, request) => {
        if (isIt(request) && isEntry(request) && answer.body?.key !== undefined) {
          answer.body.key = request.url.split('/').at(-1)
        }
      }),
    },
    [`${area}.names.letters`]: {
      [`the case of letters in keys of ${area} is ignored`]: addressing(isIt, (url) =>
        url.replace(/[^/]*$/, (key) => key.toLowerCase()),
      ),
    },
    [`${area}.names.parts-below`]: {
      [`keys of ${area} are cut short`]: addressing(isIt, (url) => url.replace(/(-\d{3})\d$/, '$1')),
    },
    [`${area}.put.alone`]: {
      [`an upsert in ${area} renews another entry`]: ({ send }) => {
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
    [`${area}.sequences`]: {
      [`a key of ${area} that was deleted twice never exists again`]: ({ send }) => {
        const deleted = new Map<string, number>()
        return changed(send, (answer, request) => {
          if (!isIt(request)) return
          const count = deleted.get(request.url) ?? 0
          if (request.method === 'DELETE') deleted.set(request.url, count + 1)
          if (request.method === 'GET' && count > 1) answer.status = 404
        })
      },
    },
    [`${area}.ok`]: {
      [`a delete of ${area} answers ok, false`]: changing((answer, request) => {
        if (isIt(request) && request.method === 'DELETE' && answer.body?.ok === true) answer.body.ok = false
      }),
    },
  })
})
