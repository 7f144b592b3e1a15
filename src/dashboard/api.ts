import type { RefusedCall } from '../client/error.js'
import { adminPath } from './address.js'
import { token, tokenGiven } from './token.js'

/** One thing that is wrong with a seed or a part of one, with its place. */
export type SeedProblem = NonNullable<RefusedCall['problems']>[number]

/** A call that the admin interface refused, or that never reached it (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  /** @param code the word of the error: "not_found", "invalid_request", "unreachable" */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint?: string,
    readonly problems: readonly SeedProblem[] = [],
  ) {
    super(message)
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Parameters of a query; undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Reads from the admin interface.
 *
 * @param path below /_admin; parts from data go through `at`
 * @throws ApiError
 */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return parsed<T>(await call('GET', path + queryText(query), undefined, signal))
}

/**
 * Has the admin interface do something.
 *
 * @returns its answer; undefined where it says nothing
 * @throws ApiError
 */
export async function send<T = undefined>(method: Method, path: string, body?: unknown): Promise<T> {
  return parsed<T>(await call(method, path, body === undefined ? undefined : JSON.stringify(body)))
}

/**
 * The same with a body that is text already: seeds, and JSON whose digits JavaScript would round.
 *
 * @throws ApiError
 */
export async function sendText<T = undefined>(method: Method, path: string, body: string): Promise<T> {
  return parsed<T>(await call(method, path, body))
}

/**
 * The text of an answer, as it came.
 *
 * @throws ApiError
 */
export async function getText(path: string, query: Query = {}): Promise<string> {
  return (await call('GET', path + queryText(query))).text()
}

/**
 * A path whose holes are filled with percent-encoded text: at`/namespaces/${id}/entries/${key}`.
 *
 * @throws ApiError for what no address can hold: …/entries/.. would be the namespace itself
 */
export function at(parts: TemplateStringsArray, ...holes: string[]): string {
  const lost = holes.find((hole) => /^\.{0,2}$/.test(hole))
  if (lost !== undefined) {
    throw new ApiError(
      0,
      'invalid_request',
      `"${lost}" cannot be part of an address.`,
      'Use a seed, under State.',
    )
  }
  return String.raw({ raw: parts }, ...holes.map(encodeURIComponent))
}

/** A query as text, with its question mark where it has parameters. */
export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/**
 * A call with the admin token; where that is missing or wrong, it waits until somebody gives it.
 *
 * @throws ApiError
 */
export async function call(
  method: Method,
  path: string,
  body?: string,
  signal?: AbortSignal,
): Promise<Response> {
  for (;;) {
    const answer = await fetchOrFail(adminPath + path, {
      method,
      headers: token() === null ? {} : { Authorization: `Bearer ${token()}` },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (answer.ok) return answer
    if (answer.status !== 401) throw await refusal(answer)
    await tokenGiven()
  }
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError(0, 'unreachable', 'The emulator does not answer.', 'Is it still running?')
  }
}

async function refusal(answer: Response): Promise<ApiError> {
  const text = await answer.text()
  try {
    const { error, message, hint, problems } = JSON.parse(text)
    return new ApiError(answer.status, error, message, hint, problems)
  } catch {
    return new ApiError(answer.status, 'unknown', text === '' ? `It answered ${answer.status}.` : text)
  }
}

async function parsed<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  return text === '' ? (undefined as T) : JSON.parse(text)
}
