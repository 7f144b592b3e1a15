const LOOPBACK = String.raw`localhost|[^/:]+\.localhost|127(?:\.\d+){3}|\[::1\]`

/**
 * Matches all URLs except those on this machine, on the application's host or on its subdomains.
 *
 * @param baseUrl the application's address, if it's known
 */
export function thirdParties(baseUrl: string | undefined): RegExp {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  const own = host === '' ? LOOPBACK : `${LOOPBACK}|(?:[^/:]+\\.)?${escaped(host)}`
  return new RegExp(`^https?://(?!(?:${own})(?::\\d+)?(?:/|$))`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
