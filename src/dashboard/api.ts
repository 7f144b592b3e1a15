import { AdminInterface, type AdminRequest, refusedCall } from '../client/admin-client.js'
import type { RefusedCall } from '../client/error.js'
import { adminPath } from './address.js'
import { token, tokenGiven } from './token.js'

export { at } from '../client/admin-client.js'

/** One thing that is wrong with a seed or a part of one, with its place. */
export type SeedProblem = NonNullable<RefusedCall['problems']>[number]

/** The facts of a call that failed. */
interface Failure {
  /** 0 where no answer came. */
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
export type Query = Readonly<Record<string, string | number | undefined>>

/**
 * Reads from the admin interface.
 *
 * @param path below /_admin; parts from data go through `at`
 * @throws ApiError
 */
export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return adminInterface(signal).get(path, withoutEmpty(query))
}

/**
 * Reads the text of an answer, as it came.
 *
 * @throws ApiError
 */
export function getText(path: string, query: Query = {}): Promise<string> {
  return adminInterface().getText(path, withoutEmpty(query))
}

/**
 * Sends a change to the admin interface.
 *
 * @param body a value for JSON, or a text, which is sent as it is: a seed, or JSON whose digits JavaScript would round
 * @throws ApiError
 */
export function send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<T> {
  return adminInterface().send(method, path, body)
}

/**
 * Deletes something by the admin interface.
 *
 * @throws ApiError
 */
export function remove(path: string): Promise<void> {
  return adminInterface().delete(path)
}

/**
 * Opens the stream of the world's events.
 *
 * @throws ApiError
 */
export async function openEvents(): Promise<Response> {
  const answer = await fetchWithToken({ method: 'GET', path: '/events' })
  if (!answer.ok) throw new ApiError(refusedCall(answer.status, await answer.text()))
  return answer
}

function adminInterface(signal?: AbortSignal): AdminInterface {
  const ask = async (request: AdminRequest) => {
    const answer = await fetchWithToken(request, signal)
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, text: await answer.text(), type }
  }
  return new AdminInterface(ask, (_call, refused) => new ApiError(refused))
}

function withoutEmpty(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** Sends a call with the admin token; where that is missing or wrong, it waits until the token is given. */
async function fetchWithToken(request: AdminRequest, signal?: AbortSignal): Promise<Response> {
  const { method, path, query = '', body } = request
  const url = `${adminPath}${path}${query === '' ? '' : `?${query}`}`
  for (;;) {
    const answer = await fetchOrFail(url, {
      method,
      headers: token() === null ? {} : { Authorization: `Bearer ${token()}` },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (answer.status !== 401) return answer
    await tokenGiven()
  }
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError({ status: 0, message: 'The emulator does not answer.', hint: 'Is it still running?' })
  }
}
