/** This machine, by any of its names. */
const LOOPBACK = String.raw`localhost|[^/:]+\.localhost|127(?:\.\d+){3}|\[::1\]`

/**
 * Matches the addresses of third parties: neither this machine nor the application's host or a subdomain of it.
 *
 * @param baseUrl of the application; undefined if unknown
 */
export function thirdParties(baseUrl: string | undefined): RegExp {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  const own = host === '' ? LOOPBACK : `${LOOPBACK}|(?:[^/:]+\\.)?${escaped(host)}`
  return new RegExp(`^https?://(?!(?:${own})(?::\\d+)?(?:/|$))`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
