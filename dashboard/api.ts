import { type AdminClientRequest, AdminInterface, refusedCall } from '../src/client/admin-client.js'
import type { RefusedCall } from '../src/client/error.js'
import { adminPath } from './address.js'
import { pastPath } from './past-path.js'
import { EVENTS_WAIT_MS } from './stream.js'
import { isTokenNeeded, token, tokenGiven } from './token.js'

export { at } from '../src/client/admin-client.js'

export type SeedProblem = NonNullable<RefusedCall['problems']>[number]

interface Failure {
  /** 0 if there was no response. */
  readonly status: number
  readonly message: string
  readonly hint?: string | undefined
  readonly problems?: readonly SeedProblem[]
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly hint: string | undefined
  readonly problems: readonly SeedProblem[]

  constructor({ status, message, hint, problems = [] }: Failure) {
    super(message)
    this.status = status
    this.hint = hint
    this.problems = problems
  }
}

/** Undefined and empty parameters aren't sent. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>

/**
 * Paths are relative to `/_admin`. Use `at` to build one from data. Every method throws an `ApiError` if the call
 * fails.
 */
export interface Calls {
  /** @param parse reads the response text, as JSON by default */
  readonly get: <T>(
    path: string,
    query?: QueryParameters,
    signal?: AbortSignal,
    parse?: (text: string) => T,
  ) => Promise<T>
  readonly getText: (path: string, query?: QueryParameters) => Promise<string>
  /** @param body sent as JSON, or unchanged if it's a string */
  readonly send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) => Promise<T>
  readonly remove: (path: string) => Promise<void>
}

/** Calls the world itself, even while a past moment is shown. Used for requests, history and other worlds. */
export const run: Calls = callsOn(() => adminPath)

/** Calls the moment that's being shown. Throws on changes if that moment is in the past. */
export const { get, getText, send, remove }: Calls = callsOn((method) => {
  const path = pastPath.value
  if (path !== undefined && method !== 'GET') {
    throw new ApiError({
      status: 0,
      message: "The past can't be changed.",
      hint: 'Return to the present first.',
    })
  }
  return path ?? adminPath
})

/** By URL. Identical calls share one response. */
const underWay = new Map<string, Promise<unknown>>()

/** Keeps later calls from sharing a response that may be stale. */
export const noteChange = (): void => underWay.clear()

async function shared<T>(address: string, load: () => Promise<T>): Promise<T> {
  // The same URL always returns the same type.
  const other = underWay.get(address) as Promise<T> | undefined
  // The other caller may have aborted it, so try again.
  if (other !== undefined) return other.catch(() => shared(address, load))
  const own = load().finally(() => {
    if (underWay.get(address) === own) underWay.delete(address)
  })
  underWay.set(address, own)
  return own
}

let isDataOpen = false
let openData = () => {}

/** Loading waits for the event stream to open, because changes made before that would go unnoticed. */
const dataOpened = new Promise<void>((resolve) => {
  openData = () => {
    isDataOpen = true
    resolve()
  }
})

function callsOn(root: (method: AdminClientRequest['method']) => string): Calls {
  const calls = (signal?: AbortSignal): AdminInterface => {
    const ask = async (request: AdminClientRequest) => {
      const answer = await fetchWithToken(root(request.method), request, signal)
      const text = await answer.text()
      if (!answer.ok) throw new ApiError(refusedCall(answer.status, text))
      return { status: answer.status, text, type: answer.headers.get('content-type') ?? '' }
    }
    return new AdminInterface(ask)
  }
  return {
    get<T>(path: string, query: QueryParameters = {}, signal?: AbortSignal, parse?: (text: string) => T) {
      const asked = withoutEmpty(query)
      const address = JSON.stringify([root('GET'), path, asked])
      const load = async () => {
        await dataOpened
        return parse === undefined
          ? await calls(signal).get<T>(path, asked)
          : parse(await calls(signal).getText(path, asked))
      }
      return shared(address, load)
    },
    getText: (path, query = {}) => calls().getText(path, withoutEmpty(query)),
    send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
      calls().send<T>(method, path, body).finally(noteChange),
    remove: (path) => calls().delete(path).finally(noteChange),
  }
}

/** @param root path of an admin interface */
export const sendTo = (root: string, path: string, body: unknown): Promise<unknown> =>
  callsOn(() => root).send('POST', path, body)

/**
 * Survives the page being closed, and ignores failures.
 *
 * @param path relative to `/_admin`
 */
export function removeAtLast(path: string): void {
  fetch(adminPath + path, { method: 'DELETE', headers: credentials(), keepalive: true }).catch(() => {})
}

/** @returns the stream, and whether data was loaded before it opened and may be stale */
export async function openEvents(
  signal: AbortSignal,
): Promise<{ readonly answer: Response; readonly isLate: boolean }> {
  const wait = setInterval(() => {
    if (!isTokenNeeded.value) openData()
  }, EVENTS_WAIT_MS)
  try {
    const answer = await fetchWithToken(adminPath, { method: 'GET', path: '/events' }, signal)
    if (!answer.ok) throw new ApiError(refusedCall(answer.status, await answer.text()))
    return { answer, isLate: isDataOpen }
  } finally {
    clearInterval(wait)
    openData()
  }
}

function withoutEmpty(query: QueryParameters): QueryParameters {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** Adds the admin token. If it's missing or wrong, waits until the user has entered it. */
async function fetchWithToken(
  root: string,
  { method, path, query = '', body }: AdminClientRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const url = `${root}${path}${query === '' ? '' : `?${query}`}`
  for (;;) {
    const answer = await fetchOrFail(url, {
      method,
      headers: credentials(),
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (answer.status !== 401) return answer
    await tokenGiven()
  }
}

function credentials(): Record<string, string> {
  const given = token()
  return given === null ? {} : { Authorization: `Bearer ${given}` }
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError({ status: 0, message: "Can't reach the emulator.", hint: 'Is it still running?' })
  }
}
