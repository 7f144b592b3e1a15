import { isIP } from 'node:net'

/** Strips the port, and returns the host in lower case. */
export function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Reserved endings and those of Kubernetes services, which no public site can have. */
const PRIVATE = /\.(?:localhost|internal|test|svc|svc\.cluster\.local)$/

/** Accepts names of this machine or its network only, which stops DNS rebinding. */
export function isKnownHost(name: string, allowHosts: readonly string[]): boolean {
  if (isIP(name) !== 0 || name === 'localhost') return true
  // Containers and services have single-label names; public DNS has none.
  if (/^[\w-]+$/.test(name)) return true
  if (PRIVATE.test(name)) return true
  return allowHosts.some((allowed) => allowed.toLowerCase() === name)
}

/**
 * True for a request from a page on another port of this server, under the same host name.
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

/** Brackets an IPv6 address for a URL. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
