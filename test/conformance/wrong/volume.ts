import { BrokenAnswer, type ClientRequest } from '../../../conformance/http-client.js'
import type { DatabaseCollection } from '../../../conformance/session-database.js'
import {
  changed,
  changing,
  isConfig,
  isDocuments,
  isEntry,
  isKv,
  isList,
  isProjects,
  isUsage,
  mistaking,
  sent,
  type Wrong,
} from './wrong.js'

/** Services that go wrong with long or large data. */

const is = { documents: isDocuments, projects: isProjects } as const

/** Its pages are wrong only after a first page without a limit. */
const afterNoLimit =
  (collection: DatabaseCollection, wrong: 'repeats' | 'skips'): Wrong['make'] =>
  ({ send }) => {
    const given = new Set<string>()
    return changed(send, (answer, { url }) => {
      const isFirst = is[collection]({ method: 'GET', url, headers: {} }) && !/[?&](?:limit|next)=/.test(url)
      const next = answer.header('x-next')
      if (isFirst && next !== null) given.add(new URL(next, url).href)
      if (!given.has(url) || !Array.isArray(answer.body)) return
      if (wrong === 'skips') answer.body.shift()
      else answer.body.unshift(...answer.body.splice(1))
      if (wrong === 'repeats') answer.dropHeader('x-next')
    })
  }

const withoutNext = (collection: DatabaseCollection): Wrong['make'] =>
  changing((answer, request) => {
    if (is[collection](request) && !request.url.includes('?')) answer.dropHeader('x-next')
  })

/** Changes what is put or created before storing it. */
export const keeping = (
  isIt: (request: ClientRequest) => boolean,
  change: (body: Record<string, unknown>) => void,
): Wrong['make'] =>
  mistaking((request) => {
    if (!isIt(request) || request.body === undefined) return request
    const body = sent(request)
    const before = JSON.stringify(body)
    change(body)
    const after = JSON.stringify(body)
    return after === before ? request : { ...request, body: after }
  })

const isPut = (isOf: (request: ClientRequest) => boolean) => (request: ClientRequest) =>
  request.method === 'PUT' && isOf(request)

const isAnyPut = ({ method }: ClientRequest): boolean => method === 'PUT'

const cutAt = (length: number) => (body: Record<string, unknown>) => {
  if (typeof body.value === 'string') body.value = body.value.slice(0, length)
}

/** Counts some calls twice, depending on the length of their bodies. */
const countingLong =
  (
    counter: 'reads' | 'writes' | 'lists',
    isIt: (request: ClientRequest, answerLength: number) => boolean,
  ): Wrong['make'] =>
  ({ send }) => {
    let more = 0
    return changed(send, (answer, request) => {
      if (isUsage(request)) {
        if (answer.body?.usage !== undefined) answer.body.usage[counter] += more
      } else if (answer.status < 300 && isIt(request, JSON.stringify(answer.body ?? '').length)) more += 1
    })
  }

/** Answers with bytes that are not JSON. */
const spoiling =
  (bytesProblem: string | undefined, change: (text: string) => string): Wrong['make'] =>
  ({ send }) =>
  async (request) => {
    const answer = await send(request)
    const text = change(answer.text)
    return bytesProblem === undefined ? { ...answer, text } : { ...answer, text, bytesProblem }
  }

export const BYTES = {
  'a byte order mark is in front of every answer': spoiling('a byte order mark', (text) => `\ufeff${text}`),
  'texts are sent in Latin-1': spoiling('bytes that are not UTF-8', (text) => text),
  'reads break off': (({ send }) =>
    async (request) => {
      if (request.method === 'GET') throw new BrokenAnswer('the answer (200) breaks off')
      return send(request)
    }) satisfies Wrong['make'],
} as const

export const LONG_LISTS = {
  'a list of documents without limit has no x-next': withoutNext('documents'),
  'a list of projects without limit has no x-next': withoutNext('projects'),
  'pages after a list of documents without limit begin one record late': afterNoLimit('documents', 'skips'),
  'the second page of projects without limit is the last': afterNoLimit('projects', 'repeats'),
  'a list counts once for each hundred keys': countingLong(
    'lists',
    (request, length) => isList(request) && length > 12_000,
  ),
} as const

export const LARGE_VALUES = {
  'a text is cut after 4 KB': keeping(isPut(isKv), cutAt(4096)),
  'a text of a config is cut after 64 KB': keeping(isPut(isConfig), cutAt(65_536)),
  'a read of a large value counts twice': countingLong(
    'reads',
    (request, length) => isKv(request) && isEntry(request) && request.method === 'GET' && length > 4096,
  ),
  'a put of a large value counts twice': countingLong(
    'writes',
    (request) => isPut(isKv)(request) && (request.body ?? '').length > 65_536,
  ),
  'storageBytes is kept in 16 bits for each entry': (({ send }) => {
    const sizes = new Map<string, number>()
    return changed(send, (answer, request) => {
      if (isUsage(request) && answer.body?.usage !== undefined) {
        for (const size of sizes.values()) answer.body.usage.storageBytes -= size - (size % 65_536)
      }
      if (!isKv(request) || answer.status >= 300) return
      if (request.method === 'PUT') sizes.set(request.url, (request.body ?? '').length)
      if (request.method === 'DELETE') sizes.delete(request.url)
    })
  }) satisfies Wrong['make'],
  'a put above 1 MB leaves the old value': (({ send }) => {
    const old = new Map<string, string>()
    return (request) => {
      if (!isPut(isKv)(request)) return send(request)
      const isLarge = (request.body ?? '').length > 1_048_576
      const body = (isLarge ? old.get(request.url) : undefined) ?? request.body ?? ''
      old.set(request.url, body)
      return send({ ...request, body })
    }
  }) satisfies Wrong['make'],
  'the list of configs shortens long texts': changing((answer) => {
    for (const config of answer.body?.configs ?? []) cutAt(1024)(config)
  }),
  'the list of configs lacks values above 64 KB': changing((answer) => {
    if (answer.body?.configs === undefined) return
    answer.body.configs = answer.body.configs.filter(
      ({ value }: { value: unknown }) => JSON.stringify(value).length < 65_536,
    )
  }),
  'content is cut after 65,535 letters': keeping(isDocuments, (body) => {
    if (typeof body.content === 'string') body.content = body.content.slice(0, 65_535)
  }),
  'arrays lose all after 1,000 items': keeping(isAnyPut, (body) => {
    if (Array.isArray(body.value)) body.value = body.value.slice(0, 1000)
  }),
  'objects lose all after 1,000 members': keeping(isAnyPut, (body) => {
    const { value } = body
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    body.value = Object.fromEntries(Object.entries(value).slice(0, 1000))
  }),
  'a description is cut after 4 KB': keeping(isProjects, (body) => {
    if (typeof body.description === 'string') body.description = body.description.slice(0, 4096)
  }),
  'a content is cut after 4 KB': keeping(isDocuments, (body) => {
    if (typeof body.content === 'string') body.content = body.content.slice(0, 4096)
  }),
  'a letter on the border of 64 KB is broken': (({ send }) =>
    async (request) => {
      const answer = await send(request)
      const bytes = Buffer.from(answer.text)
      if (bytes.length <= 65_536) return answer
      return { ...answer, text: bytes.subarray(0, 65_536).toString() + bytes.subarray(65_536).toString() }
    }) satisfies Wrong['make'],
  'an answer ends after 64 KB': (({ send }) =>
    async (request) => {
      const answer = await send(request)
      return { ...answer, text: answer.text.slice(0, 65_536) }
    }) satisfies Wrong['make'],
} as const
