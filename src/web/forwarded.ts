import type { IncomingHttpHeaders } from 'node:http'
import { type AddressedMessage, isPlainHost, originOf } from './origin.js'

export interface ClientAddress {
  /** E.g. `https://emulator.example.com`. */
  readonly origin: string
  /** A path that a proxy adds in front of the server's own, e.g. `/emulator`, or empty. */
  readonly prefix: string
}

/** Only allows characters that need no encoding. */
const PREFIX = /^(?:\/[\w.~-]+)+$/

export type AddressOf = (message: AddressedMessage) => ClientAddress

export const addressFinder = (trustProxy: boolean): AddressOf =>
  trustProxy ? forwardedAddress : (message) => ({ origin: originOf(message), prefix: '' })

/**
 * Reads `X-Forwarded-Proto`, `-Host` and `-Prefix`, or else `Forwarded` (RFC 7239). If there are several proxies, the
 * first one counts, because that's the one the client talked to. Malformed values are ignored. Anyone can send these
 * headers, so only use the address in answers, never in a check.
 */
function forwardedAddress(message: AddressedMessage): ClientAddress {
  const { headers } = message
  const forwarded = forwardedPairs(headers)
  const proto = firstOf(headers, 'x-forwarded-proto') ?? forwarded.get('proto') ?? ''
  const host = firstOf(headers, 'x-forwarded-host') ?? forwarded.get('host') ?? ''
  const prefix = (firstOf(headers, 'x-forwarded-prefix') ?? '').replace(/\/$/, '')
  const [ownScheme, ownHost] = originOf(message).split('://')
  const scheme = /^https?$/i.test(proto) ? proto.toLowerCase() : ownScheme
  return {
    origin: `${scheme}://${isPlainHost(host) ? host : ownHost}`,
    prefix: PREFIX.test(prefix) ? prefix : '',
  }
}

/** Several proxies may have appended their values. */
function firstOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text?.split(',', 1)[0]?.trim()
}

/** Only reads the first element, e.g. `for=…;proto=https;host="emulator.example.com"`. */
function forwardedPairs(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const pairs = (firstOf(headers, 'forwarded') ?? '').split(';').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const
  })
  return new Map(pairs)
}
