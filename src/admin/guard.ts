import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Refusal } from '../core/refusal.js'
import { originOf } from '../web/origin.js'

/**
 * Keeps web pages of other origins from steering the emulator: a foreign Origin is refused, and so is a Host that a
 * rebound DNS name could stand in (DESIGN section 9).
 *
 * @throws Refusal forbidden_host, forbidden_origin
 */
export function guardAgainstForeignPages(request: IncomingMessage, allowHosts: readonly string[]): void {
  const { host, origin } = request.headers
  if (host !== undefined && !isKnownHost(nameOf(host), allowHosts)) {
    const hint = `start the emulator with --allow-host ${nameOf(host)} if this name is its own`
    throw new Refusal('forbidden_host', `the admin interface does not answer to the Host ${host}`, { hint })
  }
  if (origin !== undefined && origin !== originOf(request)) {
    throw new Refusal('forbidden_origin', `pages of ${origin} may not use the admin interface`)
  }
  if (isPartOfForeignPage(request)) {
    throw new Refusal('forbidden_origin', 'pages of other origins may not use the admin interface')
  }
}

/** Pictures and scripts are asked for without an Origin. Whoever follows a link comes here, and is no part of the page. */
function isPartOfForeignPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  return isForeign && headers['sec-fetch-mode'] !== 'navigate'
}

function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

function isKnownHost(name: string, allowHosts: readonly string[]): boolean {
  if (isIP(name) !== 0 || name === 'localhost') return true
  // Names of containers and services have one label; nobody can register them in the public DNS.
  if (/^[\w-]+$/.test(name)) return true
  if (name.endsWith('.localhost') || name.endsWith('.internal')) return true
  return allowHosts.some((allowed) => allowed.toLowerCase() === name)
}
