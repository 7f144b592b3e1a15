import { isIP } from 'node:net'

/** The name in a Host header, without its port and in small letters. */
export function hostName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Endings that no public site can have: they are reserved, or those of services in Kubernetes. */
const PRIVATE = /\.(?:localhost|internal|test|svc|svc\.cluster\.local)$/

/** Whether a name can only be one of this machine or network: a rebound DNS name of a stranger is none. */
export function isKnownHost(name: string, allowHosts: readonly string[]): boolean {
  if (isIP(name) !== 0 || name === 'localhost') return true
  // Names of containers and services have one label; the public DNS has no such names.
  if (/^[\w-]+$/.test(name)) return true
  if (PRIVATE.test(name)) return true
  return allowHosts.some((allowed) => allowed.toLowerCase() === name)
}

/**
 * Whether a request comes from a page of another port of this server, which the client reached by the same name.
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

/** An IPv6 address as URLs write it; any other host as it is. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
