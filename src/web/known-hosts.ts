import { isIP } from 'node:net'

/** Lower case, without the port. */
export function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Reserved suffixes and those of Kubernetes services. No public site can have one of these. */
const PRIVATE = /\.(?:localhost|internal|test|svc|svc\.cluster\.local)$/

/** Only accepts names of this machine or its network, to prevent DNS rebinding. */
export function isKnownHost(name: string, allowHosts: readonly string[]): boolean {
  if (isIP(name) !== 0 || name === 'localhost') return true
  // Containers and services often have single-label names. Public DNS has none.
  if (/^[\w-]+$/.test(name)) return true
  if (PRIVATE.test(name)) return true
  return allowHosts.some((allowed) => allowed.toLowerCase() === name)
}

/**
 * Accepts pages on another port of this server, under the same host name.
 *
 * @param port of the server that serves pages
 */
export function isFromOwnPort(
  origin: string,
  host: string,
  port: string,
  allowHosts: readonly string[],
): boolean {
  const name = hostName(host)
  return isKnownHost(name, allowHosts) && origin === `http://${bracketed(name)}:${port}`
}

/** IPv6 addresses need brackets in a URL. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
