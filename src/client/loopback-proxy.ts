/** All spellings of the loopback address that programs look for. For IPv6, undici needs `[::1]` and curl `::1`. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** @param hostname IPv6 addresses may be in brackets */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)

/**
 * Makes requests to this machine bypass the proxy, if there is one. Existing entries stay. If only one of `no_proxy`
 * and `NO_PROXY` is set, its entries are copied to the other, because some programs read just one of them.
 *
 * @param hostname another of this machine's addresses, in URL syntax
 */
export function noProxyToLoopback(env: Environment, hostname = 'localhost'): Record<string, string> {
  const names = Object.keys(env).filter((name) => /_proxy$/i.test(name) && (env[name] ?? '') !== '')
  if (names.every((name) => /^no_proxy$/i.test(name))) return {}
  const { no_proxy: lower, NO_PROXY: upper } = env
  const hosts = [...LOOPBACK, hostname.replace(/^\[(.*)\]$/, '$1'), hostname]
  return { no_proxy: withHosts(hosts, lower || upper), NO_PROXY: withHosts(hosts, upper || lower) }
}

/** A `fetch` with proxy support, such as Node's with `NODE_USE_ENV_PROXY`, reads these variables for every request. */
export function passProxy(url: string): void {
  const { hostname } = new URL(url)
  if (isLoopback(hostname)) Object.assign(process.env, noProxyToLoopback(process.env, hostname))
}

/** Leaves an asterisk alone. It stands for all hosts, but not every program understands it in a list. */
function withHosts(hosts: readonly string[], list = ''): string {
  const entries = list.split(',').map((entry) => entry.trim())
  if (entries.includes('*')) return list
  return [...new Set([...entries, ...hosts])].filter((entry) => entry !== '').join(',')
}
