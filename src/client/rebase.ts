import { route } from '../api/route.js'
import type { Addresses } from './admin-client.js'

const WORLD = '/_worlds/'

/** What is needed of an address; a URL has it too. */
export type Target = Pick<URL, 'href' | 'origin' | 'host' | 'pathname' | 'search'>

/**
 * A path, with a query or without, that is part of an address as it is written; that no step leads up is
 * asked apart.
 */
const AS_WRITTEN = /^\/(?:[\w:@=&+,;~%.-][\w:@=&+,;~%./-]*)?(?:\?[\w:@=&+,;~%./-]+)?$/
const STEPS = /\/\.|%2e/i

/**
 * Finds the addresses of requests to one world, as `rebase` does. To parse an address takes as long as to
 * answer, so the usual ones are put together.
 *
 * @returns a function that throws a TypeError if the text is not an address
 */
export function rebaser(addresses: Addresses): (input: string | URL | Request) => Target {
  const base = new URL(addresses.baseUrl)
  const hasOnePort = addresses.dbBaseUrl === addresses.baseUrl
  const { origin, host } = base
  const prefix = base.pathname === '/' ? '' : base.pathname
  return (input) => {
    const path = hasOnePort && typeof input === 'string' ? pathBelow(addresses.baseUrl, input) : undefined
    if (path === undefined) return rebase(input, addresses)
    const query = path.indexOf('?')
    return {
      href: addresses.baseUrl + path,
      origin,
      host,
      pathname: prefix + (query < 0 ? path : path.slice(0, query)),
      search: query < 0 ? '' : path.slice(query),
    }
  }
}

/** The path of a text, below the address of a world; undefined if a URL is to show it. */
function pathBelow(baseUrl: string, input: string): string | undefined {
  const path = input.startsWith(baseUrl) ? input.slice(baseUrl.length) : input
  const isUsual = AS_WRITTEN.test(path) && !STEPS.test(path) && !path.startsWith(WORLD)
  return isUsual ? path : undefined
}

/**
 * The address that a request of fetch goes to. Only path and query of the given one count: they are appended
 * to the base address of the world, unless they name another world themselves.
 *
 * @throws TypeError if the text is not an address
 */
export function rebase(input: string | URL | Request, { baseUrl, dbBaseUrl }: Addresses): URL {
  const given = typeof input === 'string' || input instanceof URL ? input : input.url
  const url = new URL(given, `${baseUrl}/`)
  const { pathname, search } = url
  const base = servesDatabase(pathname) ? dbBaseUrl : baseUrl
  const path = pathname + search
  const rebased = pathname.startsWith(WORLD) ? new URL(base).origin + path : base + path
  return rebased === url.href ? url : new URL(rebased)
}

function servesDatabase(pathname: string): boolean {
  const found = route(
    'GET',
    pathname.startsWith(WORLD) ? pathname.replace(/^\/_worlds\/[^/]*/, '') : pathname,
  )
  return (found.operation ?? found).interface === 'documents'
}
