import { type AdminClientRequest, AdminInterface, refusedCall } from '../src/client/admin-client.js'
import type { RefusedCall } from '../src/client/error.js'
import { adminPath } from './address.js'
import { pastPath } from './past-path.js'
import { EVENTS_WAIT_MS } from './stream.js'
import { isTokenNeeded, token, tokenGiven } from './token.js'

export { at } from '../src/client/admin-client.js'

export type SeedProblem = NonNullable<RefusedCall['problems']>[number]

interface Failure {
  /** 0 if no answer came. */
  readonly status: number
  readonly message: string
  readonly hint?: string | undefined
  readonly problems?: readonly SeedProblem[]
}

/** Thrown for a refused call, and with `status` 0 for one that got no answer. */
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

/** Undefined and empty parameters are left out. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>

/** Paths start below /_admin; build them from data with `at`. */
export interface Calls {
  /**
   * @param parse reads the text of the answer; by default as JSON
   * @throws ApiError
   */
  readonly get: <T>(
    path: string,
    query?: QueryParameters,
    signal?: AbortSignal,
    parse?: (text: string) => T,
  ) => Promise<T>
  /** @throws ApiError */
  readonly getText: (path: string, query?: QueryParameters) => Promise<string>
  /**
   * @param body a value to send as JSON, or a text to send as it is
   * @throws ApiError
   */
  readonly send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) => Promise<T>
  /** @throws ApiError */
  readonly remove: (path: string) => Promise<void>
}

/**
 * Asks the world itself, also while a moment of the past is shown: its requests, its history, other worlds.
 */
export const run: Calls = callsOn(() => adminPath)

/** Asks the moment that is shown. The past takes no changes. */
export const { get, getText, send, remove }: Calls = callsOn((method) => {
  const path = pastPath.value
  if (path !== undefined && method !== 'GET') {
    throw new ApiError({
      status: 0,
      message: 'The past takes no change.',
      hint: 'Return to the present first.',
    })
  }
  return path ?? adminPath
})

/** Calls under way, by address. Equal calls share one answer. */
const underWay = new Map<string, Promise<unknown>>()

/** Keeps later calls from sharing an answer that may be out of date. */
export const noteChange = (): void => underWay.clear()

async function shared<T>(address: string, load: () => Promise<T>): Promise<T> {
  // An address always has the same type of answer.
  const other = underWay.get(address) as Promise<T> | undefined
  // The other caller may have aborted it.
  if (other !== undefined) return other.catch(() => shared(address, load))
  const own = load().finally(() => {
    if (underWay.get(address) === own) underWay.delete(address)
  })
  underWay.set(address, own)
  return own
}

let isDataOpen = false
let openData = () => {}

/** Data read before the event stream opens could change unnoticed, so it waits for a while. */
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

/**
 * @param root the path of its admin interface
 * @throws ApiError
 */
export const sendTo = (root: string, path: string, body: unknown): Promise<unknown> =>
  callsOn(() => root).send('POST', path, body)

/**
 * Sends a DELETE that outlives the page. Failures go unnoticed.
 *
 * @param path below /_admin
 */
export function removeAtLast(path: string): void {
  fetch(adminPath + path, { method: 'DELETE', headers: credentials(), keepalive: true }).catch(() => {})
}

/**
 * @returns the stream, and whether data was read before it opened, which may have changed unnoticed
 * @throws ApiError
 */
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

/** Adds the admin token; if it is missing or wrong, waits until the user types it. */
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
    throw new ApiError({ status: 0, message: 'The emulator does not answer.', hint: 'Is it still running?' })
  }
}
