/** This machine, by any of its names. */
const LOOPBACK = String.raw`localhost|[^/:]+\.localhost|127(?:\.\d+){3}|\[::1\]`

/**
 * The addresses of third parties: those that are neither on this machine nor at an application's host, or below it.
 *
 * @param baseUrl where the application is; undefined if that is not known
 */
export function thirdParties(baseUrl: string | undefined): RegExp {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  const own = host === '' ? LOOPBACK : `${LOOPBACK}|(?:[^/:]+\\.)?${escaped(host)}`
  return new RegExp(`^https?://(?!(?:${own})(?::\\d+)?(?:/|$))`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
