import { ApiError } from '../api.js'

/** A request to the services. */
interface RequestToServices {
  readonly method: string
  /** The address that the target is at. */
  readonly base: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Empty: none. */
  readonly body: string
}

/**
 * Sends a request as an application would.
 *
 * @returns its status; undefined if no answer came, as a fault may have it
 * @throws ApiError if the browser sends no such request
 */
export async function sendRequest(sent: RequestToServices): Promise<number | undefined> {
  const { method, base, target, headers, body } = sent
  const init: RequestInit = { method, redirect: 'manual', cache: 'no-store' }
  init.headers = headers.map(([name, value]): [string, string] => [name, value])
  if (body !== '' && method !== 'GET' && method !== 'HEAD') init.body = body
  let request: Request
  try {
    request = new Request(base + target, init)
  } catch (error) {
    const message = `A browser cannot send ${method} ${target}.`
    throw new ApiError({ status: 0, message, hint: String(error) })
  }
  return fetch(request).then(
    ({ status }) => status,
    () => undefined,
  )
}
