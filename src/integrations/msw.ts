// Import the namespace: a name that an old version lacks would fail without saying what is needed.
import * as msw from 'msw'
import type { EmulatorClient } from '../client/emulator-client.js'

/**
 * The part of an emulator or a world that a handler uses.
 *
 * @example
 * const handler = emulatorHandler('https://api.example.com', world satisfies MockedService)
 */
export type MockedService = Pick<EmulatorClient, 'fetch' | 'dbBaseUrl'>

/**
 * Makes a handler for Mock Service Worker with which an emulator, or one of its worlds, answers requests to a base
 * address. It uses no socket if the emulator runs in this process. Connection faults become network errors, a request
 * that hangs does so until it is aborted, and x-next names the base address. An emulator elsewhere is reached through
 * the global fetch, which the server must let pass: `onUnhandledRequest: 'bypass'` in MSW 2, `onUnhandledFrame:
 * 'bypass'` in MSW 3. Each version ignores the other's name.
 *
 * @param baseUrl where the code under test believes the service to be, with or without a path
 * @throws Error under msw before 2
 * @example
 * import { setupServer } from 'msw/node'
 * const server = setupServer(emulatorHandler('https://api.example.com', world))
 * server.listen()
 * await fetch('https://api.example.com/documents', { headers: { 'X-API-Key': 'db_demo' } })
 */
export function emulatorHandler(baseUrl: string | URL, emulator: MockedService): msw.HttpHandler {
  if (typeof msw.http?.all !== 'function') {
    throw new Error(
      'tristore-emulator/msw needs msw 2 or newer; an older one, which has no `http`, is installed',
    )
  }
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  // A text pattern misreads IPv6 addresses, and fails on bad percent-encoding.
  return msw.http.all(new RegExp(`^${escaped(origin + path)}/`), async ({ request }) => {
    const { method, headers, body, signal } = request
    const url = new URL(request.url)
    // Only the path counts. Send a whole URL, since a path may begin with two slashes.
    const target = url.origin + url.pathname.slice(path.length) + url.search
    try {
      // As a stream, which the service reads only as far as it accepts.
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

/** A client that follows x-next has to stay with this handler, so x-next must name its base address. */
function withNext(response: Response, from: Base, to: Base): Response {
  const next = response.headers.get('x-next')
  if (next === null) return response
  // An address or a path, depending on database.next in the profile.
  const index = from.findIndex((base) => next.startsWith(`${base}/`))
  const base = from[index]
  if (base === undefined) return response
  // The headers of a response from the global fetch are immutable.
  const headers = new Headers(response.headers)
  headers.set('x-next', to[index] + next.slice(base.length))
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers })
}

/** fetch rejects with this when a connection breaks. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed'
}
