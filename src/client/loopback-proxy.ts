/** The loopback addresses as programs compare them: undici needs the last for IPv6, curl the one before. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** @param hostname with or without the brackets of an IPv6 address */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)

/**
 * Returns environment variables that keep requests to this machine away from a proxy; none if there is no proxy. Keeps
 * existing entries. A new variable starts with those of its other spelling, which it hides from some programs.
 *
 * @param hostname another address of this machine, as in URLs
 */
export function noProxyToLoopback(env: Environment, hostname = 'localhost'): Record<string, string> {
  const names = Object.keys(env).filter((name) => /_proxy$/i.test(name) && (env[name] ?? '') !== '')
  if (names.every((name) => /^no_proxy$/i.test(name))) return {}
  const { no_proxy: lower, NO_PROXY: upper } = env
  const hosts = [...LOOPBACK, hostname.replace(/^\[(.*)\]$/, '$1'), hostname]
  return { no_proxy: withHosts(hosts, lower || upper), NO_PROXY: withHosts(hosts, upper || lower) }
}

/**
 * Keeps requests of this process to a local address away from the proxy. A fetch with proxy support, such as Node's
 * with NODE_USE_ENV_PROXY, reads the exceptions at each request.
 */
export function passProxy(url: string): void {
  const { hostname } = new URL(url)
  if (isLoopback(hostname)) Object.assign(process.env, noProxyToLoopback(process.env, hostname))
}

/** A lone asterisk means every host, but within a list some programs don't read it so. */
function withHosts(hosts: readonly string[], list = ''): string {
  const entries = list.split(',').map((entry) => entry.trim())
  if (entries.includes('*')) return list
  return [...new Set([...entries, ...hosts])].filter((entry) => entry !== '').join(',')
}
