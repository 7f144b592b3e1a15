import { route } from '../api/route.js'
import type { Addresses } from './admin-client.js'

const WORLD = '/_worlds/'

/**
 * Where a request of fetch goes: of its address only path and query count. They go behind the base address of the
 * world, or, where they name a world themselves, to that one.
 *
 * @throws TypeError where the address is none
 */
export function rebase(input: string | URL | Request, { baseUrl, dbBaseUrl }: Addresses): URL {
  const given = typeof input === 'string' || input instanceof URL ? input : input.url
  const url = new URL(given, `${baseUrl}/`)
  const { pathname, search } = url
  const base = servesDatabase(pathname) ? dbBaseUrl : baseUrl
  const path = pathname + search
  const rebased = pathname.startsWith(WORLD) ? new URL(base).origin + path : base + path
  // Reading an address is half of the work of an answer.
  return rebased === url.href ? url : new URL(rebased)
}

function servesDatabase(pathname: string): boolean {
  const found = route(
    'GET',
    pathname.startsWith(WORLD) ? pathname.replace(/^\/_worlds\/[^/]*/, '') : pathname,
  )
  return (found.operation ?? found).interface === 'C'
}
