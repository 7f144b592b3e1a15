import { type AdminClientRequest, AdminInterface, refusedCall } from '../src/client/admin-client.js'
import type { RefusedCall } from '../src/client/error.js'
import { adminPath } from './address.js'
import { pastPath } from './past-path.js'
import { EVENTS_WAIT_MS } from './stream.js'
import { isTokenNeeded, token, tokenGiven } from './token.js'

export { at } from '../src/client/admin-client.js'

/** One thing that is wrong with a seed or a part of one, with its place. */
export type SeedProblem = NonNullable<RefusedCall['problems']>[number]

/** The facts of a call that failed. */
interface Failure {
  /** 0 if no answer came. */
  readonly status: number
  readonly message: string
  readonly hint?: string | undefined
  readonly problems?: readonly SeedProblem[]
}

/** A call that the admin interface refused, or that never reached it (`status` 0). */
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

/** Parameters of a query; undefined and empty ones are left out. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>

/** The calls of one admin interface. Paths are below /_admin; parts from data go through `at`. */
export interface Calls {
  /**
   * Reads data for show.
   *
   * @param parse reads the text of the answer; by default as JSON
   * @throws ApiError
   */
  readonly get: <T>(
    path: string,
    query?: QueryParameters,
    signal?: AbortSignal,
    parse?: (text: string) => T,
  ) => Promise<T>
  /**
   * Reads the text of an answer, as it came.
   *
   * @throws ApiError
   */
  readonly getText: (path: string, query?: QueryParameters) => Promise<string>
  /**
   * Sends a change.
   *
   * @param body a value for JSON, or a text, which is sent as it is: a seed, or JSON whose digits JavaScript would round
   * @throws ApiError
   */
  readonly send: <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) => Promise<T>
  /** @throws ApiError */
  readonly remove: (path: string) => Promise<void>
}

/**
 * The calls on the run as a whole, whichever moment of it is looked at: its requests and its history, the worlds.
 *
 * @example
 * await run.get('/history', { since: 'r1' })
 */
export const run: Calls = callsOn(() => adminPath)

/** The calls on the moment that is shown: the present, or one of the past, which takes no change. */
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

/** The answers that are on their way, by address: callers who ask for the same in the meantime share one. */
const underWay = new Map<string, Promise<unknown>>()

/** What is read after this call is newer than it. */
export const noteChange = (): void => underWay.clear()

async function shared<T>(address: string, load: () => Promise<T>): Promise<T> {
  // An address is always asked for with the same type.
  const other = underWay.get(address) as Promise<T> | undefined
  // If the other caller gave it up, it is asked for again.
  if (other !== undefined) return other.catch(() => shared(address, load))
  const own = load().finally(() => {
    if (underWay.get(address) === own) underWay.delete(address)
  })
  underWay.set(address, own)
  return own
}

let isDataOpen = false
let openData = () => {}

/** What is read before the events are heard may change unheard: it waits for them a while. */
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
      const type = answer.headers.get('content-type') ?? ''
      return { status: answer.status, text: await answer.text(), type }
    }
    return new AdminInterface(ask, (_call, refused) => new ApiError(refused))
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
 * Sends a change to another world.
 *
 * @param root the path of its admin interface
 * @throws ApiError
 */
export const sendTo = (root: string, path: string, body: unknown): Promise<unknown> =>
  callsOn(() => root).send('POST', path, body)

/**
 * Sends a DELETE on the run that outlives the page, as it is closed; nobody hears what became of it.
 *
 * @param path below /_admin
 */
export function removeAtLast(path: string): void {
  fetch(adminPath + path, { method: 'DELETE', headers: credentials(), keepalive: true }).catch(() => {})
}

/**
 * Opens the stream of the world's events.
 *
 * @returns the answer, and whether data was read before it, which may have changed unheard
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

/** Sends a call with the admin token; if that is missing or wrong, it waits until the token is given. */
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
