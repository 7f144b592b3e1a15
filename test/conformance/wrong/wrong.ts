import type { ClientRequest, Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'

/** A service that breaks the contract in one way, and the statement that must notice. */
export interface Wrong {
  readonly what: string
  readonly caughtBy: string
  /** Makes the wrong service: called again for every trial, so that it may keep state. */
  readonly make: (subject: ServiceUnderTest) => Send
}

/** Services by the statement that must notice them, each with what is wrong with it. */
type WrongTable = Readonly<Record<string, Readonly<Record<string, Wrong['make']>>>>

export const wrongOf = (table: WrongTable): readonly Wrong[] =>
  Object.entries(table).flatMap(([caughtBy, services]) =>
    Object.entries(services).map(([what, make]) => ({ what, caughtBy, make })),
  )

/** A response with its JSON body parsed, to be changed in place. */
export interface Changeable {
  status: number
  statusText: string
  /** The parsed JSON; undefined if the text is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape is changed
  body: any
  header(name: string): string | null
  setHeader(name: string, value: string): void
  dropHeader(name: string): void
}

type Change = (answer: Changeable, request: ClientRequest) => void | Promise<void>

/** Returns a maker of services whose responses are changed. */
export function changing(change: Change): (subject: ServiceUnderTest) => Send {
  return ({ send }) => changed(send, change)
}

/** Returns a service whose responses are changed, for changes that need the subject or keep state. */
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

/** Returns a maker of services that mistake a request for another one. */
export function mistaking(mistake: (request: ClientRequest, subject: ServiceUnderTest) => ClientRequest) {
  return (subject: ServiceUnderTest): Send =>
    (request) =>
      subject.send(mistake(request, subject))
}

/** Returns the request with its credential replaced by another one. */
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

/** Checks that a request is for one entry, and not for the list. */
export const isEntry = ({ url }: ClientRequest): boolean => /\/v1\/(?:kv|ec)\/[^/]+\/[^/]+$/.test(url)
export const isList = (request: ClientRequest): boolean => isKv(request) && !isEntry(request)

/** Returns the key of the entry that a request names. */
export function keyIn({ url }: ClientRequest): string {
  const segment = url.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the namespace or store of a request. */
export const groupOf = ({ url }: ClientRequest): string => /\/v1\/\w+\/([^/?]+)/.exec(url)?.[1] ?? ''

/** A request with its status, and whether earlier requests put the entry and left it live. */
export interface Seen extends ClientRequest {
  readonly status: number
  readonly wasPut: boolean
  readonly wasLive: boolean
}

type Counters = Readonly<Partial<Record<'reads' | 'writes' | 'deletes' | 'lists' | 'storageBytes', number>>>

/** Returns a maker of services whose usage reports are wrong by `off` for some calls, in the namespaces of `where`. */
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

/** Returns a maker of services that answer some requests with this response. */
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

/** Returns a maker of services in which one status replaces another. */
export const answeringWith = (status: number, inPlaceOf: number) =>
  changing((answer) => {
    if (answer.status === inPlaceOf) answer.status = status
  })

/** Returns the key of a request to the two stores. */
export const keyOf = ({ headers }: ClientRequest): string => headers['x-kv-key'] ?? ''

export type Is = (request: ClientRequest) => boolean

/** Returns a check that a request passes all of these checks. */
export const both =
  (...all: readonly Is[]): Is =>
  (request) =>
    all.every((is) => is(request))

/** Returns the body of a request; an empty object if it is not JSON. */
export function sent({ body = '{}' }: ClientRequest) {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Returns a maker of services that change the successes of some requests; lists item by item. */
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

/** Returns a maker of services that refuse some requests with a status. */
export const refusing = (
  is: (request: ClientRequest, subject: ServiceUnderTest) => boolean,
  status: number,
) => answering(is, status, { ok: false, error: 'refused', message: 'No.' })
