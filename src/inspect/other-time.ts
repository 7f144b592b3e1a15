import { formatDuration } from '../core/durations.js'
import { formatInstant, LAST_INSTANT_MS } from '../core/instants.js'
import { headerOf } from '../core/raw-headers.js'
import type { RequestRecord } from '../domain/requests/record.js'

/** Clocks within one system differ by less than this. */
const APART_MAX_MS = 60_000

/**
 * Goes by the request's Date header or its token's `iat`, but ignores a real provider's tokens (`auth.tokenTime`).
 *
 * @returns undefined if the client's clock agrees with the world's
 */
export function otherTime(record: RequestRecord): string | undefined {
  const differences = [
    apart('its Date header says', dateOf(record), record.at),
    apart('its token was issued at', issuedAt(record), record.at),
  ]
  return differences.filter((text) => text !== undefined).join('; ') || undefined
}

/** @param shown in ms, or undefined if the request doesn't show a time */
function apart(what: string, shown: number | undefined, now: number): string | undefined {
  if (shown === undefined || !(shown >= 0 && shown <= LAST_INSTANT_MS)) return undefined
  const aheadMs = shown - now
  if (Math.abs(aheadMs) <= APART_MAX_MS) return undefined
  // Both only have a resolution of one second.
  const distance = formatDuration(Math.round(Math.abs(aheadMs) / 1000) * 1000)
  return `${what} ${formatInstant(shown)}, ${distance} ${aheadMs > 0 ? 'ahead of' : 'behind'} the world's clock`
}

function dateOf({ requestHeaders }: RequestRecord): number | undefined {
  const text = headerOf(requestHeaders, 'date')
  return text === undefined ? undefined : Date.parse(text)
}

function issuedAt({ requestHeaders, gaps }: RequestRecord): number | undefined {
  const [, payload] =
    /^Bearer +[^\s.]+\.([^\s.]+)\.\S* *$/i.exec(headerOf(requestHeaders, 'authorization') ?? '') ?? []
  if (payload === undefined || gaps.profile.auth.tokenTime === 'real') return undefined
  try {
    const { iat } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof iat === 'number' ? Math.round(iat * 1000) : undefined
  } catch {
    return undefined
  }
}
