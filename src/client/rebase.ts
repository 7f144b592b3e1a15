import { DATABASE_SERVICE, operations } from '../contract/operations.js'
import { Routes } from '../request/route.js'
import type { Addresses } from './admin-client.js'

const routes = new Routes(operations)

const WORLD = '/_worlds/'

/**
 * Appends the path and query to the world's base address, unless the path names another world.
 *
 * @throws TypeError if the input isn't a valid URL
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
  const found = routes.find(
    'GET',
    pathname.startsWith(WORLD) ? pathname.replace(/^\/_worlds\/[^/]*/, '') : pathname,
  )
  return (found.operation ?? found).service === DATABASE_SERVICE
}
