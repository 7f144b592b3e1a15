import { route } from '../api/route.js'
import type { Addresses } from './transport.js'

const WORLD = '/_worlds/'

/**
 * Where a request of fetch goes: of its address only path and query count. They go behind the base address of the
 * world, or, where they name a world themselves, to that one.
 *
 * @throws TypeError where the address is none
 */
export function rebase(input: string | URL | Request, { baseUrl, dbBaseUrl }: Addresses): string {
  const given = typeof input === 'string' || input instanceof URL ? input : input.url
  const { pathname, search } = new URL(given, `${baseUrl}/`)
  const base = servesDatabase(pathname) ? dbBaseUrl : baseUrl
  const path = pathname + search
  return pathname.startsWith(WORLD) ? new URL(base).origin + path : base + path
}

function servesDatabase(pathname: string): boolean {
  const found = route(
    'GET',
    pathname.startsWith(WORLD) ? pathname.replace(/^\/_worlds\/[^/]*/, '') : pathname,
  )
  return (found.operation ?? found).interface === 'C'
}
