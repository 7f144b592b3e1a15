import type { ClientRequest, Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'

/** A service that breaks the contract in one way, and the statement that must notice. */
export interface Wrong {
  readonly what: string
  readonly caughtBy: string
  /** Called anew for every trial, so it may keep state. */
  readonly make: (subject: ServiceUnderTest) => Send
}

/** By the statement that must notice, and by what is wrong. */
type WrongTable = Readonly<Record<string, Readonly<Record<string, Wrong['make']>>>>

export const wrongOf = (table: WrongTable): readonly Wrong[] =>
  Object.entries(table).flatMap(([caughtBy, services]) =>
    Object.entries(services).map(([what, make]) => ({ what, caughtBy, make })),
  )

/** A response whose parsed JSON body can be changed in place. */
export interface Changeable {
  status: number
  statusText: string
  /** Undefined if the text is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape is changed
  body: any
  header(name: string): string | null
  setHeader(name: string, value: string): void
  dropHeader(name: string): void
}

type Change = (answer: Changeable, request: ClientRequest) => void | Promise<void>

export function changing(change: Change): (subject: ServiceUnderTest) => Send {
  return ({ send }) => changed(send, change)
}

/** For changes that need the subject or keep state. */
export function changed(send: Send, change: Change): Send {
  return async (request) => {
    const { status, statusText = '', headers: sent, text } = await send(request)
    const headers = new Headers(Object.fromEntries(sent))
    const before = text === '' ? undefined : JSON.parse(text)
    const answer: Changeable = {
      status,
      body: before,
      statusText,
      header: (name) => headers.get(name),
      setHeader: (name, value) => headers.set(name, value),
      dropHeader: (name) => headers.delete(name),
    }
    const asItWas = JSON.stringify(before)
    await change(answer, request)
    // Members that are not changed keep their digits.
    const after = JSON.stringify(answer.body)
    const newText = after === asItWas ? text : (after ?? '')
    return { status: answer.status, statusText: answer.statusText, headers, text: newText }
  }
}

/** Mistakes a request for another one. */
export function mistaking(mistake: (request: ClientRequest, subject: ServiceUnderTest) => ClientRequest) {
  return (subject: ServiceUnderTest): Send =>
    (request) =>
      subject.send(mistake(request, subject))
}

export function withCredential(
  request: ClientRequest,
  header: string,
  from: string,
  to: string,
): ClientRequest {
  return request.headers[header] === from
    ? { ...request, headers: { ...request.headers, [header]: to } }
    : request
}

export const isKv = ({ url }: ClientRequest): boolean => url.includes('/v1/kv/')
export const isConfig = ({ url }: ClientRequest): boolean => url.includes('/v1/ec/')
export const isUsage = ({ url }: ClientRequest): boolean => url.includes('/v1/usage/')
export const isProjects = ({ url }: ClientRequest): boolean => new URL(url).pathname.endsWith('/projects')
export const isDocuments = ({ url }: ClientRequest): boolean => new URL(url).pathname.endsWith('/documents')

/** Checks that a request is for one entry, not for the list. */
export const isEntry = ({ url }: ClientRequest): boolean => /\/v1\/(?:kv|ec)\/[^/]+\/[^/]+$/.test(url)
export const isList = (request: ClientRequest): boolean => isKv(request) && !isEntry(request)

export function keyIn({ url }: ClientRequest): string {
  const segment = url.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The namespace or store of a request. */
export const groupOf = ({ url }: ClientRequest): string => /\/v1\/\w+\/([^/?]+)/.exec(url)?.[1] ?? ''

/** A request with its status, and whether earlier requests left the entry live. */
export interface Seen extends ClientRequest {
  readonly status: number
  readonly wasPut: boolean
  readonly wasLive: boolean
}

type Counters = Readonly<Partial<Record<'reads' | 'writes' | 'deletes' | 'lists' | 'storageBytes', number>>>

/** The usage report is off by `off` for some calls, in the namespaces of `where`. */
export function miscounting(
  isIt: (seen: Seen, subject: ServiceUnderTest) => boolean,
  off: Counters,
  where: 'here' | 'elsewhere' | 'everywhere' = 'here',
): (subject: ServiceUnderTest) => Send {
  return (subject) => {
    const times = new Map<string, number>()
    const put = new Set<string>()
    const live = new Set<string>()
    return changed(subject.send, (answer, request) => {
      const { method, url } = request
      if (isUsage(request) && answer.status === 200) {
        const own = times.get(groupOf(request)) ?? 0
        const all = [...times.values()].reduce((sum, count) => sum + count, 0)
        const count = { here: own, elsewhere: all - own, everywhere: all }[where]
        for (const [name, by] of Object.entries(off)) answer.body.usage[name] += by * count
        return
      }
      const seen = { ...request, status: answer.status, wasPut: put.has(url), wasLive: live.has(url) }
      if (isIt(seen, subject)) times.set(groupOf(request), (times.get(groupOf(request)) ?? 0) + 1)
      if (answer.status >= 400) return
      if (method === 'PUT') put.add(url)
      if (method === 'PUT') live.add(url)
      if (method === 'DELETE') live.delete(url)
    })
  }
}

/** Answers some requests with this response. */
export function answering(
  isIt: (request: ClientRequest, subject: ServiceUnderTest) => boolean,
  status: number,
  body: unknown = { ok: status < 400, keys: [], configs: [], usage: {} },
): (subject: ServiceUnderTest) => Send {
  return (subject) => async (request) => {
    if (!isIt(request, subject)) return subject.send(request)
    const headers = new Headers({ 'content-type': 'application/json' })
    return { status, headers, text: JSON.stringify(body) }
  }
}

/** Replaces one status with another. */
export const answeringWith = (status: number, inPlaceOf: number) =>
  changing((answer) => {
    if (answer.status === inPlaceOf) answer.status = status
  })

export const keyOf = ({ headers }: ClientRequest): string => headers['x-kv-key'] ?? ''

export type Is = (request: ClientRequest) => boolean

export const both =
  (...all: readonly Is[]): Is =>
  (request) =>
    all.every((is) => is(request))

/** An empty object if the body is not JSON. */
export function sent({ body = '{}' }: ClientRequest) {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Changes the successful answers to some requests, lists item by item. */
export function successes(is: Is, change: (body: Changeable['body'], request: ClientRequest) => void) {
  return changing((answer, request) => {
    if (!is(request) || answer.status >= 400) return
    const { body } = answer
    const items = Array.isArray(body) ? body : (body?.keys ?? body?.configs ?? [body])
    for (const item of items) change(item, request)
  })
}

export const lacking = (is: Is, member: string) =>
  successes(is, (body) => {
    delete body[member]
  })

export const refusing = (
  is: (request: ClientRequest, subject: ServiceUnderTest) => boolean,
  status: number,
) => answering(is, status, { ok: false, error: 'refused', message: 'No.' })
