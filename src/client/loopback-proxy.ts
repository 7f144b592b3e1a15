/** This machine, in the spellings that programs look for: undici takes the last for an address of IPv6, curl the one before. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'] as const

type Environment = Readonly<Record<string, string | undefined>>

const IS_LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns the variables that keep requests to this machine away from the proxy of the environment; none if no
 * proxy is named. Entries that are there stay: a variable that is new begins with those of its other spelling,
 * which it hides from some programs.
 *
 * @param hostname of one more address of this machine, as URLs have it
 */
export function noProxyToLoopback(env: Environment, hostname = 'localhost'): Record<string, string> {
  const names = Object.keys(env).filter((name) => /_proxy$/i.test(name) && (env[name] ?? '') !== '')
  if (names.every((name) => /^no_proxy$/i.test(name))) return {}
  const { no_proxy: lower, NO_PROXY: upper } = env
  const hosts = [...LOOPBACK, hostname.replace(/^\[(.*)\]$/, '$1'), hostname]
  return { no_proxy: withHosts(hosts, lower || upper), NO_PROXY: withHosts(hosts, upper || lower) }
}

/**
 * Lets this process reach an address of this machine past the proxy of the environment. A fetch that takes such a
 * proxy, as Node's with NODE_USE_ENV_PROXY, reads the exceptions with each request.
 */
export function passProxy(url: string): void {
  const { hostname } = new URL(url)
  if (IS_LOOPBACK.test(hostname)) Object.assign(process.env, noProxyToLoopback(process.env, hostname))
}

/** A lone asterisk means every host, but not to every program if it is one of several. */
function withHosts(hosts: readonly string[], list = ''): string {
  const entries = list.split(',').map((entry) => entry.trim())
  if (entries.includes('*')) return list
  return [...new Set([...entries, ...hosts])].filter((entry) => entry !== '').join(',')
}
