import type { ClientAnswer, ClientRequest, Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import {
  changed,
  isConfig,
  isDocuments,
  isEntry,
  isKv,
  isList,
  isProjects,
  isUsage,
  type Wrong,
} from './wrong.js'

type Is = (request: ClientRequest) => boolean

/** Other requests under way when a request arrives. */
type Overlap = (
  request: ClientRequest,
  others: readonly ClientRequest[],
  subject: ServiceUnderTest,
) => Promise<ClientAnswer> | undefined

/** Answers a request differently if others are under way. */
const overlapping =
  (overlap: Overlap): Wrong['make'] =>
  (subject) => {
    const underWay = new Set<ClientRequest>()
    return async (request) => {
      const others = [...underWay]
      underWay.add(request)
      try {
        // Requests sent at the same time have arrived before the first one is answered.
        await new Promise((resolve) => setImmediate(resolve))
        return await ((others.length > 0 && overlap(request, others, subject)) || subject.send(request))
      } finally {
        underWay.delete(request)
      }
    }
  }

const isPut = (isOf: Is) => (request: ClientRequest) => request.method === 'PUT' && isOf(request)
const isGet: Is = (request) => request.method === 'GET' && isKv(request) && isEntry(request)
const isCreate = (isOf: Is) => (request: ClientRequest) => request.method === 'POST' && isOf(request)

/** Loses every put but the first. */
const losing = (isOf: Is): Wrong['make'] =>
  overlapping((request, others, { send }) => {
    if (!isPut(isOf)(request) || !others.some((other) => isPut(isOf)(other) && other.url !== request.url))
      return
    return (async () => {
      const answer = await send(request)
      const { body: _, ...rest } = request
      await send({ ...rest, method: 'DELETE' })
      return answer
    })()
  })

/** Counts requests that arrive together only once. */
const countingOnce = (counter: 'reads' | 'writes', isIt: Is): Wrong['make'] => {
  return (subject) => {
    let missed = 0
    const noting = overlapping((request, others) => {
      if (isIt(request) && others.some(isIt)) missed += 1
      return undefined
    })(subject)
    return changed(noting, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) answer.body.usage[counter] -= missed
    })
  }
}

/** Answers all creates that arrive together like the first of them. */
const becomingOne = (isOf: Is): Wrong['make'] => {
  return ({ send }) => {
    let first: Promise<ClientAnswer> | undefined
    return async (request) => {
      if (!isCreate(isOf)(request)) return send(request)
      if (first !== undefined) return first
      first = send(request)
      try {
        return await first
      } finally {
        first = undefined
      }
    }
  }
}

/** Changes an answer if another request of a kind is under way. */
const changedBeside = (
  isIt: Is,
  isOther: (other: ClientRequest, request: ClientRequest) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape is changed
  change: (body: any, others: readonly ClientRequest[]) => void,
): Wrong['make'] =>
  overlapping((request, others, { send }) => {
    const beside = others.filter((other) => isOther(other, request))
    if (!isIt(request) || beside.length === 0) return
    return changed(send, (answer) => change(answer.body, beside))(request)
  })

const keyOfUrl = ({ url }: ClientRequest): string => decodeURIComponent(url.split('/').at(-1) ?? '')

export const TOGETHER = {
  'of puts to a namespace at the same time, one is kept': losing(isKv),
  'of puts to a store at the same time, one is kept': losing(isConfig),
  'documents created at the same time are one': becomingOne(isDocuments),
  'projects created at the same time are one': becomingOne(isProjects),
  'documents created at the same time have one id': (({ send }) => {
    let id: unknown
    let underWay = 0
    return async (request) => {
      if (!isCreate(isDocuments)(request)) return send(request)
      underWay += 1
      const answer = await changed(send, ({ body }) => {
        if (underWay > 1) {
          id ??= body.id
          body.id = id
        } else id = undefined
      })(request)
      underWay -= 1
      return answer
    }
  }) satisfies Wrong['make'],
  'a value put beside another has the expiry of the other': (({ send }) => {
    const expiries = new Map<string, number>()
    const underWay = new Map<string, number>()
    const rest = changed(send, (answer, request) => {
      if (isGet(request) && answer.body?.expiresAt !== undefined) {
        answer.body.expiresAt = expiries.get(request.url) ?? answer.body.expiresAt
      }
    })
    return async (request) => {
      if (!isPut(isKv)(request)) return rest(request)
      const count = (underWay.get(request.url) ?? 0) + 1
      underWay.set(request.url, count)
      const answer = await send(request)
      const { expiresAt } = JSON.parse(answer.text)
      if ((underWay.get(request.url) ?? 0) > 1 && count === 1) expiries.set(request.url, expiresAt)
      underWay.set(request.url, 0)
      return answer
    }
  }) satisfies Wrong['make'],
  'reads at the same time count once': countingOnce('reads', isGet),
  'writes at the same time count once': countingOnce('writes', isPut(isKv)),
  'a list beside a delete lacks an entry': changedBeside(
    isList,
    (other) => other.method === 'DELETE',
    (body) => body.keys?.shift(),
  ),
  'a list of configs beside a delete has an entry twice': changedBeside(
    (request) => isConfig(request) && !isEntry(request),
    (other) => other.method === 'DELETE',
    (body) => body.configs?.push(...body.configs.slice(-1)),
  ),
  'puts of one config at the same time are two entries': (subject: ServiceUnderTest): Send => {
    const twice = new Set<string>()
    const noting = overlapping((request, others) => {
      if (
        isPut(isConfig)(request) &&
        others.some(({ url, method }) => method === 'PUT' && url === request.url)
      ) {
        twice.add(keyOfUrl(request))
      }
      return undefined
    })(subject)
    return changed(noting, (answer) => {
      for (const config of [...(answer.body?.configs ?? [])]) {
        if (twice.has(config.key)) answer.body.configs.push(config)
      }
    })
  },
  'a put is answered with the key of another at the same time': changedBeside(
    isPut(isKv),
    (other, { url }) => other.method === 'PUT' && other.url !== url,
    (body, [other]) => {
      if (other !== undefined) body.key = keyOfUrl(other)
    },
  ),
  ...Object.fromEntries(
    Object.entries({ reads: isGet, writes: isPut(isKv), lists: isList }).map(([what, isIt]) => [
      `${what} at the same time go beyond the quota`,
      overlapping((request, others, { send }) => {
        if (!isIt(request) || !others.some(isIt)) return
        return changed(send, (answer) => {
          if (answer.status === 429) answer.status = 200
        })(request)
      }),
    ]),
  ),
  'a read beside a put of its key finds nothing': overlapping((request, others, { send }) => {
    if (request.method !== 'GET' || !isEntry(request)) return
    if (!others.some(({ method, url }) => method === 'PUT' && url === request.url)) return
    return changed(send, (answer) => {
      answer.status = 404
    })(request)
  }),
} as const
