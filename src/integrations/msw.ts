// Import the namespace, because importing a name that's missing in old versions fails without a helpful message.
import * as msw from 'msw'
import type { EmulatorClient } from '../client/emulator-client.js'

/**
 * @example
 * const handler = emulatorHandler('https://api.example.com', world satisfies MockedService)
 */
export type MockedService = Pick<EmulatorClient, 'fetch' | 'dbBaseUrl'>

/**
 * Creates a Mock Service Worker handler that lets an emulator or one of its worlds answer all requests to a base
 * address. Connection faults become network errors, hanging requests hang until they're aborted, and `x-next` refers to
 * the base address.
 *
 * An emulator in this process is called without a socket. Any other one is called with the global `fetch`, so MSW has
 * to let these requests through. Use `onUnhandledRequest: 'bypass'` for MSW 2 or `onUnhandledFrame: 'bypass'` for MSW
 * 3, or both, since each version ignores the other's option.
 *
 * @param baseUrl the service's address as the code under test knows it, with or without a path
 * @throws Error if msw is older than version 2
 * @example
 * import { setupServer } from 'msw/node'
 * const server = setupServer(emulatorHandler('https://api.example.com', world))
 * server.listen()
 * await fetch('https://api.example.com/documents', { headers: { 'X-API-Key': 'db_demo' } })
 */
export function emulatorHandler(baseUrl: string | URL, emulator: MockedService): msw.HttpHandler {
  if (typeof msw.http?.all !== 'function') {
    throw new Error('tristore-emulator/msw needs msw 2 or newer, but the installed version has no `http`')
  }
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  // Don't use a string, because MSW misinterprets IPv6 addresses in it and fails on invalid percent-encoding.
  return msw.http.all(new RegExp(`^${escaped(origin + path)}/`), async ({ request }) => {
    const { method, headers, body, signal } = request
    const url = new URL(request.url)
    // Only the path matters, but it may start with two slashes, so pass a full URL.
    const target = url.origin + url.pathname.slice(path.length) + url.search
    try {
      // Pass the body as a stream, so that the service can stop reading if it's too large.
      const sent = body === null ? {} : { body, duplex: 'half' as const }
      const response = await emulator.fetch(target, { method, headers, signal, ...sent })
      return withNext(response, addressesOf(emulator.dbBaseUrl), [origin + path, path])
    } catch (error) {
      if (isNetworkError(error) || signal.aborted) return Response.error()
      throw error
    }
  })
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

type Base = readonly [url: string, path: string]

function addressesOf(baseUrl: string): Base {
  return [baseUrl, new URL(baseUrl).pathname.replace(/\/$/, '')]
}

/** Clients that follow `x-next` should end up here again. */
function withNext(response: Response, from: Base, to: Base): Response {
  const next = response.headers.get('x-next')
  if (next === null) return response
  // It's a URL or a path, depending on `database.next` in the profile.
  const index = from.findIndex((base) => next.startsWith(`${base}/`))
  const base = from[index]
  if (base === undefined) return response
  // Copy the headers, since those from the global `fetch` are immutable.
  const headers = new Headers(response.headers)
  headers.set('x-next', to[index] + next.slice(base.length))
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers })
}

function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed'
}
