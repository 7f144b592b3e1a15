import type { ClientRequest, Send } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'

/** One way in which a service does not do as the contract says, and the statement that must notice. */
export interface Wrong {
  readonly what: string
  readonly caughtBy: string
  /** The service made wrong: asked anew for every trial, so that it may remember. */
  readonly make: (subject: ServiceUnderTest) => Send
}

/** Services by the statement that must notice them, each with what is wrong with it. */
type WrongTable = Readonly<Record<string, Readonly<Record<string, Wrong['make']>>>>

export const wrongOf = (table: WrongTable): readonly Wrong[] =>
  Object.entries(table).flatMap(([caughtBy, services]) =>
    Object.entries(services).map(([what, make]) => ({ what, caughtBy, make })),
  )

/** An answer with its JSON body read, to be changed in place. */
export interface Changeable {
  status: number
  statusText: string
  /** Whatever JSON the text is; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape is changed
  body: any
  header(name: string): string | null
  setHeader(name: string, value: string): void
  dropHeader(name: string): void
}

type Change = (answer: Changeable, request: ClientRequest) => void | Promise<void>

/** A service whose answers are changed on their way. */
export function changing(change: Change): (subject: ServiceUnderTest) => Send {
  return ({ send }) => changed(send, change)
}

/** The same for changes that need the subject, or remember something. */
export function changed(send: Send, change: Change): Send {
  return async (request) => {
    const { status, statusText = '', headers: sent, text } = await send(request)
    const headers = new Headers([...sent])
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

/** A service that takes requests for others than they are. */
export function mistaking(mistake: (request: ClientRequest, subject: ServiceUnderTest) => ClientRequest) {
  return (subject: ServiceUnderTest): Send =>
    (request) =>
      subject.send(mistake(request, subject))
}

/** The same request with another credential in the place of the one that it has. */
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

/** Whether it is about one entry, and not the list of them. */
export const isEntry = ({ url }: ClientRequest): boolean => /\/v1\/(?:kv|ec)\/[^/]+\/[^/]+$/.test(url)
export const isList = (request: ClientRequest): boolean => isKv(request) && !isEntry(request)

/** The key of the entry that a request names. */
export function keyIn({ url }: ClientRequest): string {
  const segment = url.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The namespace or store that a request is about. */
export const groupOf = ({ url }: ClientRequest): string => /\/v1\/\w+\/([^/?]+)/.exec(url)?.[1] ?? ''

/** A request, its answer, and whether the entry that it names was live before it, as far as the requests tell. */
export interface Seen extends ClientRequest {
  readonly status: number
  readonly wasPut: boolean
  readonly wasLive: boolean
}

type Counters = Readonly<Partial<Record<'reads' | 'writes' | 'deletes' | 'lists' | 'storageBytes', number>>>

/** A service whose usage reports are off by so much for every call of a kind: of the call's own namespace, or of all others. */
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

/** A service in which requests of a kind are answered by this alone. */
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

/** A service in which one status takes the place of another. */
export const answeringWith = (status: number, inPlaceOf: number) =>
  changing((answer) => {
    if (answer.status === inPlaceOf) answer.status = status
  })

/** The key that a request of the two stores carries. */
export const keyOf = ({ headers }: ClientRequest): string => headers['x-kv-key'] ?? ''

export type Is = (request: ClientRequest) => boolean

/** Of all these kinds. */
export const both =
  (...all: readonly Is[]): Is =>
  (request) =>
    all.every((is) => is(request))

/** The body of a request; an empty object for one that is none. */
export function sent({ body = '{}' }: ClientRequest) {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Successes of a kind are changed; lists item by item. */
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

/** Requests of a kind get this status. */
export const refusing = (
  is: (request: ClientRequest, subject: ServiceUnderTest) => boolean,
  status: number,
) => answering(is, status, { ok: false, error: 'refused', message: 'No.' })
